-- Home page.

-- Pictures that were chosen or uploaded as covers: versions and steps name them, so they are kept for them.
create table home_covers (
  file_id uuid primary key references files on delete cascade,
  added_at timestamptz not null default now()
);

-- The draft as it was before each of its last changes, by the version that the change made: what Undo returns to.
create table home_draft_steps (
  version integer primary key,
  content jsonb not null,
  changed_at timestamptz not null default now()
);

-- Slots and entries of the draft; what is published is a snapshot of them.
create table home_page (
  single boolean default true check (single) primary key,
  -- Counts changes of the draft.
  version integer not null default 1,
  published_number integer,
  changed_by uuid references users on delete set null,
  changed_at timestamptz not null default now()
);

-- What the published home page holds by hand, to find from the other side: where a thing is used, what ends soon.
create table home_page_uses (
  entry_id uuid primary key,
  slot_name text not null,
  resource_id uuid references resources on delete cascade,
  course_id uuid references courses on delete cascade,
  column_id uuid references columns on delete cascade,
  -- Instead of the thing’s own.
  title text,
  paused boolean not null default false,
  added_by uuid references users on delete set null,
  starts_at timestamptz,
  ends_at timestamptz
);
create index home_page_uses_resource on home_page_uses (resource_id) where resource_id is not null;
create index home_page_uses_course on home_page_uses (course_id) where course_id is not null;
create index home_page_uses_column on home_page_uses (column_id) where column_id is not null;
create index home_page_uses_ending on home_page_uses (ends_at) where ends_at is not null;

create table home_page_versions (
  number integer primary key,
  -- Slots with their entries, as they were published.
  content jsonb not null,
  note text not null default '',
  -- Restored from this one.
  from_number integer,
  published_by uuid references users on delete set null,
  published_at timestamptz not null default now()
);

create table home_slots (
  id uuid primary key,
  -- What the front site knows it by.
  key text not null,
  name text not null,
  position double precision not null,
  capacity integer not null check ((capacity >= 1) and (capacity <= 100)),
  -- What fills it when nothing else is shown in it: nothing, or a rule as of an entry.
  fallback jsonb,
  visible boolean not null default true
);

create table home_entries (
  id uuid primary key,
  slot_id uuid not null references home_slots on delete cascade,
  position double precision not null,
  -- One thing, or a rule that fills places: the newest, the most viewed of some days, a column.
  source text not null check (source in ('resource', 'course', 'newest', 'mostViewed', 'column')),
  resource_id uuid references resources on delete cascade,
  course_id uuid references courses on delete cascade,
  column_id uuid references columns on delete cascade,
  -- Of a rule: days, kinds, subject, how many places.
  rule jsonb,
  title text,
  cover_file_id uuid references files on delete set null,
  audience text not null default 'campus' check (audience in ('everyone', 'campus')),
  starts_at timestamptz,
  ends_at timestamptz,
  paused boolean not null default false,
  added_by uuid references users on delete set null,
  added_at timestamptz not null default now(),
  check (ends_at > starts_at),
  constraint home_entries_check1 check ((source = 'resource') = (resource_id is not null)),
  constraint home_entries_check2 check ((source = 'course') = (course_id is not null)),
  constraint home_entries_check3 check ((source = 'column') = (column_id is not null))
);
create index home_entries_slot on home_entries (slot_id, "position");
create index home_entries_resource on home_entries (resource_id) where resource_id is not null;
create index home_entries_course on home_entries (course_id) where course_id is not null;
create index home_entries_column on home_entries (column_id) where column_id is not null;

insert into home_page default values;
