-- Viewers are people who viewed: days whose events are still kept are counted again.
insert into access_unsettled_days (day)
select distinct day from access_resource_days, access_fold
where kept_from is null or day > (kept_from at time zone coalesce(time_zone, 'UTC'))::date
on conflict do nothing;
