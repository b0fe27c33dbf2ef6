-- How much of recordings is played: how long those are that were viewed, and how much was played of any whose length is
-- known. What was summed before is told by `stats:rebuild`.
alter table access_days
  add column opened_ms bigint not null default 0, add column watched_ms bigint not null default 0;
alter table access_months
  add column opened_ms bigint not null default 0, add column watched_ms bigint not null default 0;
alter table access_hours
  add column opened_ms bigint not null default 0, add column watched_ms bigint not null default 0;
alter table access_resource_days
  add column opened_ms bigint not null default 0, add column watched_ms bigint not null default 0;
alter table access_resource_months
  add column opened_ms bigint not null default 0, add column watched_ms bigint not null default 0;
alter table access_course_days
  add column opened_ms bigint not null default 0, add column watched_ms bigint not null default 0;

-- What has no length was given the longest.
update access_events set length_ms = null where length_ms = 2147483647;

-- What became a favourite on some days.
create index favourites_created on favourites (created_at, resource_id);
