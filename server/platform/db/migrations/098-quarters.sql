-- Quarters that are over are put together from their months: people and resources of a year are told from half as many rows.
alter table access_viewer_spans drop constraint access_viewer_spans_span_check,
  add check (span in ('week', 'month', 'quarter'));
alter table access_unsettled_spans drop constraint access_unsettled_spans_span_check,
  add check (span in ('week', 'month', 'quarter'));
alter table access_tops drop constraint access_tops_span_check,
  add check (span in ('day', 'week', 'month', 'quarter'));
alter table access_top_spans drop constraint access_top_spans_span_check,
  add check (span in ('day', 'week', 'month', 'quarter'));
insert into access_unsettled_spans (span, day)
select distinct 'quarter', date_trunc('quarter', day)::date from (
  select day from access_viewer_spans where key = 0 and within = 0
  union all select day from access_unsettled_spans) spans;

-- Lists are read whole: from the index alone, in which they lie together.
alter table access_tops drop constraint access_tops_pkey, add primary key (measure, span, day, resource) include (amount);
