-- Statistics: events, rollups, viewers, growth of the library.

-- Normalizes a search query for counting: case and extra spaces don't matter.
create function access_term(query text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(regexp_replace(query, '\s+', ' ', 'g')))
$$;

-- Days and months with events newer than their viewer counts.
create table access_dirty_spans (
  span text check (span in ('day', 'month')),
  day date,
  since timestamptz not null default now(),
  primary key (span, day)
);

create sequence access_events_seq;
-- One partition per month; the site supplies each event's id, and each id is stored once. No foreign keys: events stay
-- true when their objects are deleted, and ten thousand arrive per second.
create table access_events (
  at timestamptz not null,
  event_id uuid not null,
  received_at timestamptz not null default now(),
  source text not null check (source in ('portal', 'office')),
  key_id uuid,
  action text not null check (action in ('view', 'play', 'download', 'search', 'click')),
  resource_id uuid,
  course_id uuid,
  chapter_id uuid,
  column_id uuid,
  -- The entry of the home page that was clicked.
  home_entry_id uuid,
  -- Either an account, or the site's own opaque id of a reader.
  user_id uuid,
  reader text,
  visit text,
  position_ms integer check (position_ms >= 0),
  seconds real check (seconds >= (0)::double precision),
  query text,
  hits integer check (hits >= 0),
  client text,
  device text,
  ip inet,
  robot boolean not null default false,
  seq bigint not null default nextval('access_events_seq'),
  kind text,
  college_id uuid,
  department_id uuid,
  subject_id uuid,
  owner_id uuid,
  -- The account's role number, or `reader` for a visitor of a site.
  role text not null default 'reader' check (role in ('1', '2', '3', '4', 'reader')),
  -- Duration of the recording.
  length_ms integer check (length_ms >= 0),
  -- Salted hash that tells people apart without identifying them. At most 52 bits.
  viewer bigint check (viewer >= 0)
) partition by range (at);
alter sequence access_events_seq owned by access_events.seq;
-- Event ids are unique per site only; the same id from two sites is two events.
create unique index access_events_once on ONLY access_events (key_id, event_id, at) nulls not distinct;
create index access_events_user on ONLY access_events (user_id, at) where user_id is not null;
create index access_events_resource on ONLY access_events (resource_id, at) where resource_id is not null;
create index access_events_home_entry on ONLY access_events (home_entry_id, at) where home_entry_id is not null;
create index access_events_at on ONLY access_events (at, seq);
create index access_events_seq_order on ONLY access_events (seq);
create index access_events_department on ONLY access_events (department_id, at) where department_id is not null;
create index access_events_owner on ONLY access_events (owner_id, at) where owner_id is not null;
create index access_events_visit on ONLY access_events (visit, at) where visit is not null;
create index access_events_term on ONLY access_events (access_term(query), at) where action = 'search';
-- Robots are a small part of all records, so a partial index finds them quickly.
create index access_events_robots on ONLY access_events (at, seq) where robot;
-- Counts the robot records of people who only see their own content.
create index access_events_robots_owner on ONLY access_events (owner_id, action) where robot;
create index access_events_course on ONLY access_events (course_id, at, department_id, owner_id) where course_id is
  not null;
-- Catches events of a month without a partition; should always be empty.
create table access_events_other partition of access_events default;

-- Numbers the values that events are counted by. Deleted objects keep their last name.
create table access_keys (
  id integer generated always as identity primary key,
  -- 1 kind, 2 college, 3 department, 4 subject, 5 column, 6 course, 7 role, 8 device, 9 site, 10 resource, 11 chapter,
  -- 12 owner, 13 search term
  dimension smallint not null,
  key text not null,
  name text,
  unique (dimension, key)
);

-- Resources by day and month, with their attributes at the time; 0: none.
create table access_resource_rollups (
  span text check (span in ('day', 'month')),
  day date,
  resource integer,
  kind integer,
  college integer,
  department integer,
  subject integer,
  owner integer,
  views integer not null,
  plays integer not null,
  downloads integer not null,
  searches integer not null,
  clicks integer not null,
  play_ms bigint not null,
  opened_ms bigint not null,
  watched_ms bigint not null,
  primary key (span, day, resource, department, subject, college, kind, owner)
) with (fillfactor=80);
create index access_resource_rollups_resource on access_resource_rollups (resource, span, day);
create index access_resource_rollups_owner on access_resource_rollups (owner, span, day) where owner <> 0;
create index access_resource_rollups_department on access_resource_rollups (department, span, day) where department <>
  0;

-- Sums by day and month: everything (key 0), robots (key -1), single dimensions, and pairs (`key` is the one with the
-- lower number). Dimensions: 1 kind, 2 college, 3 department, 4 subject, 5 column, 6 course, 7 role, 8 device, 9 site,
-- 10 resource, 11 chapter, 12 owner, 13 search term, 14 hour of the day, 15 hundredth of a recording, 16 searches
-- without a result.
create table access_rollups (
  span text check (span in ('day', 'month')),
  day date,
  dimension smallint not null,
  key integer,
  within smallint,
  within_key integer,
  views integer not null,
  plays integer not null,
  downloads integer not null,
  searches integer not null,
  clicks integer not null,
  play_ms bigint not null,
  opened_ms bigint not null,
  watched_ms bigint not null,
  primary key (key, within, span, day, within_key)
) with (fillfactor=80);
create index access_rollups_within on access_rollups (within, within_key, dimension, span, day, key);

create table access_state (
  single boolean default true constraint access_fold_pkey primary key,
  folded_seq bigint not null default 0,
  folded_at timestamptz,
  settled_at timestamptz,
  rebuilt_until date,
  kept_from timestamptz,
  time_zone text,
  salt bytea not null default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  constraint access_fold_single_check check (single)
);

-- Viewers by day and month: how many, and a sketch that allows counting longer periods. Recounted from the events
-- whenever new ones arrive.
create table access_viewers (
  span text check (span in ('day', 'month')),
  day date,
  dimension smallint not null,
  key integer,
  viewers integer not null,
  sketch bytea not null,
  primary key (key, span, day)
) with (toast_tuple_target=4080);
create index access_viewers_dimension on access_viewers (span, day, dimension);

-- No foreign key to the export, so the file of a deleted export can still be found and deleted.
create table record_export_files (
  export_id uuid not null,
  file_id uuid constraint record_export_parts_file_id_fkey references files primary key
);

-- Exports of access records, each written to a single file.
create table record_exports (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  job_id uuid,
  format text not null check (format in ('csv', 'xlsx')),
  columns text[] not null check (cardinality(columns) > 0),
  -- The list's query string and the last event included; later events are left out.
  matching text not null,
  upper_seq bigint not null,
  language text not null,
  -- Counted before anything is written.
  total bigint,
  rows bigint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index record_exports_owner on record_exports (owner_id, created_at);
create index record_exports_expires on record_exports (expires_at);

create table saved_reports (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  page text not null check (page in ('data.resource', 'data.accessStat')),
  name text not null,
  address text not null,
  shared boolean not null default false,
  mailed text not null default 'none' check (mailed in ('none', 'daily', 'weekly', 'monthly')),
  last_mailed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  mailed_weekday smallint not null default 1 check ((mailed_weekday >= 1) and (mailed_weekday <= 7)),
  -- 31: the last day of the month.
  mailed_month_day smallint not null default 1 check (((mailed_month_day >= 1) and (mailed_month_day <= 28)) or
    (mailed_month_day = 31)),
  mailed_hour smallint not null default 7 check ((mailed_hour >= 0) and (mailed_hour <= 23)),
  mailed_time_zone text not null default 'UTC',
  next_mailed_at timestamptz,
  constraint saved_reports_next check ((mailed = 'none') = (next_mailed_at is null))
);
create index saved_reports_owner on saved_reports (owner_id);
create index saved_reports_shared on saved_reports (page) where shared;
create index saved_reports_due on saved_reports (next_mailed_at) where next_mailed_at is not null;

insert into access_state default values;
