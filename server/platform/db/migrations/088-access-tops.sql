-- The resources with most of each measure, of days, weeks and months that are counted: who had most over a year is found
-- among some twenty short lists instead of all resources.
create table access_tops (
  span text not null check (span in ('day', 'week', 'month')),
  -- The first day of it.
  day date not null,
  measure text not null,
  resource integer not null,
  amount bigint not null,
  primary key (measure, span, day, resource)
);
create index access_tops_span on access_tops (span, day);

-- What all resources have together, and the most that one has which is not in the list.
create table access_top_spans (
  span text not null check (span in ('day', 'week', 'month')),
  day date not null,
  measure text not null,
  whole bigint not null,
  beyond bigint not null,
  primary key (measure, span, day)
);
create index access_top_spans_span on access_top_spans (span, day);

-- What was counted before gets its lists as the worker comes to it; not days whose events are gone, whose people can't be
-- counted anew.
insert into access_unsettled_days (day)
select distinct day from access_resource_days, access_fold
where kept_from is null or day > (kept_from at time zone coalesce(time_zone, 'UTC'))::date
on conflict do nothing;
