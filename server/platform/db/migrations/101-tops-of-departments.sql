-- The resources with most are listed for each department, too: who sees one waits no longer than who sees all.
alter table access_tops add column department integer not null default 0;
alter table access_tops alter column department drop default;
alter table access_tops drop constraint access_tops_pkey,
  add primary key (measure, department, span, day, resource) include (amount);
alter table access_top_spans add column department integer not null default 0;
alter table access_top_spans alter column department drop default;
alter table access_top_spans drop constraint access_top_spans_pkey, add primary key (measure, department, span, day);
-- What is over is put together anew, with these lists, and need not rest before: nothing came to it.
insert into access_unsettled_spans (span, day, since)
select distinct span, day, now() - interval '1 day' from access_top_spans where span <> 'day' on conflict do nothing;
