-- People of whole weeks and months that are over, by cell, put together from their days: a year is then told from some thirty
-- rows instead of 365. Up to 256 people are counted, beyond that estimated, as over any span of days.
create table access_viewer_spans (
  span text not null check (span in ('week', 'month')),
  -- The first day of it.
  day date not null,
  dimension smallint not null,
  key integer not null,
  within smallint not null,
  within_key integer not null,
  viewers integer not null,
  sketch bytea not null,
  primary key (key, within, span, day, within_key)
);
create index access_viewer_spans_within on access_viewer_spans (within_key, dimension, span, day);
create index access_viewer_spans_day on access_viewer_spans (span, day);

-- To be put together anew, or for the first time; until then their days are asked.
create table access_unsettled_spans (
  span text not null check (span in ('week', 'month')),
  day date not null,
  since timestamptz not null default now(),
  primary key (span, day)
);
insert into access_unsettled_spans (span, day)
select distinct span, date_trunc(span, day)::date from access_viewers, unnest(array['week', 'month']) span;
