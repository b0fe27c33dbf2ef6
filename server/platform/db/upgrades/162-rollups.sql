-- One family of rollups and one sketch of viewers per key replace the tables of sums, lists and pairs of viewers. Sums are
-- copied, because events behind them may be gone. Viewers of days whose events are kept are counted again in the background.

alter table access_fold rename to access_state;
alter table access_state add column salt bytea;
update access_state set salt = (select salt from access_salt);
alter table access_state alter column salt set not null,
  alter column salt set default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
drop table access_salt;

-- Sums by day and month: everything (key 0), robots (key -1), one dimension, and pairs of them (`key` of the lower number).
-- Dimensions: 1 kind, 2 college, 3 department, 4 subject, 5 column, 6 course, 7 role, 8 device, 9 site, 10 resource,
-- 11 chapter, 12 owner, 13 search term, 14 hour of the day, 15 hundredth of a recording, 16 searches without a result.
create table access_rollups (
  span text not null check (span in ('day', 'month')),
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
  opened_ms bigint not null,
  watched_ms bigint not null
) with (fillfactor = 80);

insert into access_rollups
select 'day', day, dimension, key, within, within_key, views, plays, downloads, searches, clicks, play_ms, opened_ms, watched_ms
from access_days where dimension <> 12 and within <> 12
union all
select 'month', day, dimension, key, within, within_key, views, plays, downloads, searches, clicks, play_ms, opened_ms, watched_ms
from access_months where dimension <> 12 and within <> 12
union all
select 'day', (hour at time zone zone)::date, dimension, key, 14, extract(hour from hour at time zone zone)::integer,
  sum(views), sum(plays), sum(downloads), sum(searches), sum(clicks), sum(play_ms), sum(opened_ms), sum(watched_ms)
from access_hours, (select coalesce(time_zone, 'UTC') as zone from access_state) state
where dimension <> 12 group by 2, 3, 4, 6;

-- What is used within courses, as pairs.
insert into access_rollups
select span, date_trunc(span, day::timestamp)::date, pair.dimension, pair.key, pair.within, pair.within_key,
  sum(views), sum(plays), sum(downloads), sum(searches), sum(clicks), sum(play_ms), sum(opened_ms), sum(watched_ms)
from access_course_days, unnest(array['day', 'month']) span, lateral (values
  (6, course, 10, resource), (6, course, 11, chapter), (10, resource, 11, chapter)) pair (dimension, key, within, within_key)
where pair.key <> 0 and pair.within_key <> 0 group by 1, 2, 3, 4, 5, 6;

insert into access_rollups
select 'month', month, 10, resource, 15, hundredth, 0, 0, 0, 0, 0, play_ms, 0, 0 from access_retention;

insert into access_keys (dimension, key) select distinct 13, term from access_terms order by term on conflict do nothing;
insert into access_rollups
select span, date_trunc(span, day::timestamp)::date, 13, access_keys.id, searched.within, searched.within_key,
  0, 0, 0, sum(searched.searches), 0, 0, 0, 0
from access_terms join access_keys on access_keys.dimension = 13 and access_keys.key = access_terms.term,
  unnest(array['day', 'month']) span,
  lateral (values (0, 0, searches), (16, 1, without_result)) searched (within, within_key, searches)
where searched.searches > 0 group by 1, 2, 4, 5, 6;

alter table access_rollups add primary key (key, within, span, day, within_key);
create index access_rollups_within on access_rollups (within, within_key, dimension, span, day, key);

-- Resources by day and month, with what they were; 0: none.
create table access_resource_rollups (
  span text not null check (span in ('day', 'month')),
  day date not null,
  resource integer not null,
  kind integer not null,
  college integer not null,
  department integer not null,
  subject integer not null,
  owner integer not null,
  views integer not null,
  plays integer not null,
  downloads integer not null,
  searches integer not null,
  clicks integer not null,
  play_ms bigint not null,
  opened_ms bigint not null,
  watched_ms bigint not null
) with (fillfactor = 80);
insert into access_resource_rollups
select 'day', day, resource, kind, college, department, subject, owner,
  views, plays, downloads, searches, clicks, play_ms, opened_ms, watched_ms from access_resource_days
union all
select 'month', day, resource, kind, college, department, subject, owner,
  views, plays, downloads, searches, clicks, play_ms, opened_ms, watched_ms from access_resource_months;
alter table access_resource_rollups
  add primary key (span, day, resource, department, subject, college, kind, owner);
create index access_resource_rollups_resource on access_resource_rollups (resource, span, day);
create index access_resource_rollups_owner on access_resource_rollups (owner, span, day) where owner <> 0;
create index access_resource_rollups_department on access_resource_rollups (department, span, day) where department <> 0;

-- Viewers by day and month: how many, and a sketch from which longer periods are told: the hashes of up to 256 of them, above
-- that the registers of a HyperLogLog. Copied sketches hold the 256 smallest hashes; they stay where the events are gone.
create table new_access_viewers (
  span text not null check (span in ('day', 'month')),
  day date not null,
  dimension smallint not null,
  key integer not null,
  viewers integer not null,
  sketch bytea not null
);
-- A sketch has at most four kilobytes: kept in its row, it is read with it.
alter table new_access_viewers set (toast_tuple_target = 4080);
insert into new_access_viewers
select 'day', day, dimension, key, viewers, sketch from access_viewers where within = 0
union all
select 'month', day, dimension, key, viewers, sketch from access_viewer_spans where within = 0 and span = 'month';
drop table access_viewers;
alter table new_access_viewers rename to access_viewers;
alter table access_viewers add constraint access_viewers_pkey primary key (key, span, day);
alter table access_viewers rename constraint new_access_viewers_span_check to access_viewers_span_check;
create index access_viewers_dimension on access_viewers (span, day, dimension);

-- Days and months to which events came since their viewers were counted.
create table access_dirty_spans (
  span text not null check (span in ('day', 'month')),
  day date not null,
  since timestamptz not null default now(),
  primary key (span, day)
);
insert into access_dirty_spans (span, day, since)
select 'day', day, since from access_unsettled_days
union all
select 'month', day, since from access_unsettled_spans where span = 'month';
insert into access_dirty_spans (span, day)
select distinct 'day', access_viewers.day from access_viewers, access_state
where span = 'day' and (kept_from is null or access_viewers.day > (kept_from at time zone coalesce(time_zone, 'UTC'))::date)
on conflict do nothing;
insert into access_dirty_spans (span, day)
select distinct 'month', date_trunc('month', day::timestamp)::date from access_dirty_spans where span = 'day'
on conflict do nothing;

drop table access_days, access_months, access_hours, access_resource_days, access_resource_months, access_course_days,
  access_retention, access_terms, access_term_months, access_viewer_spans, access_unsettled_days, access_unsettled_spans,
  access_tops, access_top_spans, access_recents, access_recent_viewers, access_owners;
