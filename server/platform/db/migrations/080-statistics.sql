-- What an event was about, at that time ------------------------------------------------------------------------------------

-- Numbers rise in the order in which events come in. Writers hold a shared lock while they take them, and whoever sums takes
-- it alone for the instant of reading how far they are: below that nothing is under way any more.
create sequence access_events_seq;

alter table access_events
  add column seq bigint not null default nextval('access_events_seq'),
  add column kind text,
  add column college_id uuid,
  add column department_id uuid,
  add column subject_id uuid,
  add column owner_id uuid,
  -- Of the person: the role's number, or `reader` for whoever reads a site.
  add column role text not null default 'reader' check (role in ('1', '2', '3', '4', 'reader')),
  -- How long what was played is.
  add column length_ms integer check (length_ms >= 0),
  -- A salted hash of the person: tells people apart and nobody who they are. At most 52 bits.
  add column viewer bigint check (viewer >= 0);
alter sequence access_events_seq owned by access_events.seq;

update access_events set
  kind = about.kind, college_id = about.college_id, department_id = about.department_id, subject_id = about.subject_id,
  owner_id = about.owner_id, length_ms = about.length_ms, course_id = about.course_id
from (
  select known.key_id, known.event_id, known.at, resources.kind,
    coalesce(departments.college_id, courses.college_id) as college_id, departments.id as department_id,
    coalesce(resources.subject_id, courses.subject_id) as subject_id,
    coalesce(resources.owner_id, courses.owner_id) as owner_id,
    least(round(resources.duration_seconds * 1000), 2147483647)::integer as length_ms,
    coalesce(known.course_id, chapters.course_id) as course_id
  from access_events known
  left join chapters on chapters.id = known.chapter_id
  left join resources on resources.id = known.resource_id
  left join courses on courses.id = coalesce(known.course_id, chapters.course_id)
  left join departments on departments.id = coalesce(resources.department_id, courses.department_id)
) about
where access_events.event_id = about.event_id and access_events.at = about.at
  and access_events.key_id is not distinct from about.key_id;

-- Whoever is kept for longer than wanted is forgotten with a salt that nobody keeps.
create table access_salt (
  single boolean primary key default true check (single),
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into access_salt default values;

update access_events set viewer =
  ('x' || encode(substr(sha256((select salt from access_salt)
    || convert_to(key_id::text || ' ' || coalesce(reader, visit), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint & 4503599627370495
where coalesce(reader, visit) is not null;

-- What was searched for, as it is counted: spelling in letters and spaces is no difference.
create function access_term(query text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(regexp_replace(query, '\s+', ' ', 'g')))
$$;

drop index access_events_at;
create index access_events_at on access_events (at, seq);
create index access_events_seq_order on access_events (seq);
create index access_events_department on access_events (department_id, at) where department_id is not null;
create index access_events_owner on access_events (owner_id, at) where owner_id is not null;
create index access_events_course on access_events (course_id, at) where course_id is not null;
create index access_events_visit on access_events (visit, at) where visit is not null;
create index access_events_term on access_events (access_term(query), at) where action = 'search';

-- Sums ---------------------------------------------------------------------------------------------------------------------

-- What is counted by, as a number. What is gone keeps the name that it had last.
create table access_keys (
  id integer generated always as identity primary key,
  -- 1 kind, 2 college, 3 department, 4 subject, 5 column, 6 course, 7 role, 8 device, 9 site, 10 resource, 11 chapter
  dimension smallint not null,
  key text not null,
  name text,
  unique (dimension, key)
);

-- How far events are in the sums; days and hours are those of the time zone.
create table access_fold (
  single boolean primary key default true check (single),
  folded_seq bigint not null default 0,
  folded_at timestamptz,
  settled_at timestamptz,
  -- The last day that was counted anew, while somebody does that.
  rebuilt_until date,
  -- Raw events are kept from then on; nothing: all of them.
  kept_from timestamptz,
  time_zone text
);
insert into access_fold default values;

-- By day: everything (key 0), robots (key -1), by one dimension, and by two of them (`key` of the lower number).
create table access_days (
  day date not null,
  dimension smallint not null,
  key integer not null,
  within smallint not null,
  within_key integer not null,
  views integer not null,
  plays integer not null,
  downloads integer not null,
  searches integer not null,
  clicks integer not null,
  play_ms bigint not null,
  primary key (key, within, day, within_key)
) with (fillfactor = 80);
create index access_days_within on access_days (within_key, dimension, day, key);

create table access_months (like access_days including defaults, primary key (key, within, day, within_key))
  with (fillfactor = 80);
create index access_months_within on access_months (within_key, dimension, day, key);

create table access_hours (
  hour timestamptz not null,
  dimension smallint not null,
  key integer not null,
  views integer not null,
  plays integer not null,
  downloads integer not null,
  searches integer not null,
  clicks integer not null,
  play_ms bigint not null,
  primary key (key, hour)
) with (fillfactor = 80);
create index access_hours_dimension on access_hours (dimension, hour);

-- Resources by day, with what they were; 0: none.
create table access_resource_days (
  day date not null,
  resource integer not null,
  kind integer not null,
  college integer not null,
  department integer not null,
  subject integer not null,
  views integer not null,
  plays integer not null,
  downloads integer not null,
  searches integer not null,
  clicks integer not null,
  play_ms bigint not null,
  primary key (day, resource, department, subject, college, kind)
) with (fillfactor = 80);
create index access_resource_days_resource on access_resource_days (resource, day);

create table access_resource_months (
  like access_resource_days including defaults, primary key (day, resource, department, subject, college, kind))
  with (fillfactor = 80);
create index access_resource_months_resource on access_resource_months (resource, day);

-- What is used within courses.
create table access_course_days (
  day date not null,
  course integer not null,
  chapter integer not null,
  resource integer not null,
  views integer not null,
  plays integer not null,
  downloads integer not null,
  searches integer not null,
  clicks integer not null,
  play_ms bigint not null,
  primary key (course, day, chapter, resource)
) with (fillfactor = 80);
create index access_course_days_chapter on access_course_days (chapter, day) where chapter <> 0;
create index access_course_days_resource on access_course_days (resource, day) where resource <> 0;

-- How much of each hundredth of a media item was played.
create table access_retention (
  resource integer not null,
  month date not null,
  hundredth smallint not null check (hundredth between 0 and 99),
  play_ms bigint not null,
  primary key (resource, month, hundredth)
);

create table access_terms (
  day date not null,
  term text not null,
  searches integer not null,
  without_result integer not null,
  primary key (day, term)
);

-- People, by day and cell: how many, and the smallest of their hashes, from which spans of days are told. Counted anew from
-- the events of a day whenever some came to it.
create table access_viewers (
  day date not null,
  dimension smallint not null,
  key integer not null,
  within smallint not null,
  within_key integer not null,
  viewers integer not null,
  sketch bytea not null,
  primary key (key, within, day, within_key)
);
create index access_viewers_within on access_viewers (within_key, dimension, day);
create index access_viewers_day on access_viewers (day);

create table access_unsettled_days (
  day date primary key,
  since timestamptz not null default now()
);

-- Reports that somebody kept ------------------------------------------------------------------------------------------------

create table saved_reports (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  page text not null check (page in ('data.resource', 'data.accessStat')),
  name text not null,
  address text not null,
  shared boolean not null default false,
  mailed text not null default 'none' check (mailed in ('none', 'daily', 'weekly', 'monthly')),
  last_mailed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index saved_reports_owner on saved_reports (owner_id);
create index saved_reports_shared on saved_reports (page) where shared;
create index saved_reports_mailed on saved_reports (mailed) where mailed <> 'none';
