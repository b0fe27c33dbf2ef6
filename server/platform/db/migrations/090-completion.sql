-- How long what was viewed is: with how long was played it tells how much of a recording people get through. What was
-- summed before is told by `stats:rebuild`.
alter table access_days add column opened_ms bigint not null default 0;
alter table access_months add column opened_ms bigint not null default 0;
alter table access_hours add column opened_ms bigint not null default 0;
alter table access_resource_days add column opened_ms bigint not null default 0;
alter table access_resource_months add column opened_ms bigint not null default 0;
alter table access_course_days add column opened_ms bigint not null default 0;

-- What became a favourite on some days.
create index favourites_created on favourites (created_at, resource_id);
