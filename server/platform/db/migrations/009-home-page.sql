-- Home page.

-- Files used as covers; they are kept because versions and Undo steps may still refer to them.
create table home_covers (
  file_id uuid primary key references files on delete cascade,
  added_at timestamptz not null default now()
);

-- The draft before each of its last changes, keyed by the version that the change created. Undo restores it.
create table home_draft_steps (
  version integer primary key,
  content jsonb not null,
  changed_at timestamptz not null default now()
);

-- State of the draft. Its slots and entries are in `home_slots` and `home_entries`; publishing stores a snapshot of
-- them.
create table home_page (
  single boolean default true check (single) primary key,
  -- Incremented with every change to the draft.
  version integer not null default 1,
  published_number integer,
  changed_by uuid references users on delete set null,
  changed_at timestamptz not null default now()
);

-- Entries of the published home page, for reverse lookups: where an item is used and which entries end soon.
create table home_page_uses (
  entry_id uuid primary key,
  slot_name text not null,
  resource_id uuid references resources on delete cascade,
  course_id uuid references courses on delete cascade,
  column_id uuid references columns on delete cascade,
  -- Overrides the item's own title.
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
  -- Slots and their entries at the time of publishing.
  content jsonb not null,
  note text not null default '',
  -- The version that this one restores; null otherwise.
  from_number integer,
  published_by uuid references users on delete set null,
  published_at timestamptz not null default now()
);

create table home_slots (
  id uuid primary key,
  -- The key by which the front site finds the slot.
  key text not null,
  name text not null,
  position double precision not null,
  capacity integer not null check ((capacity >= 1) and (capacity <= 100)),
  -- What to show when the slot has no visible entries: a rule like that of an entry; null: nothing.
  fallback jsonb,
  visible boolean not null default true
);

create table home_entries (
  id uuid primary key,
  slot_id uuid not null references home_slots on delete cascade,
  position double precision not null,
  -- Either one item, or a rule that fills several places: newest, most viewed in a number of days, or a column.
  source text not null check (source in ('resource', 'course', 'newest', 'mostViewed', 'column')),
  resource_id uuid references resources on delete cascade,
  course_id uuid references courses on delete cascade,
  column_id uuid references columns on delete cascade,
  -- Settings of a rule: days, kinds, subject, number of places.
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
