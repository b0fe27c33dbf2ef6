-- When a report goes out by mail: its day and hour in a time zone of its own, and the instant of the next time, which is
-- all that whoever sends has to look at.
alter table saved_reports
  add column mailed_weekday smallint not null default 1 check (mailed_weekday between 1 and 7),
  -- 31: the last day of the month.
  add column mailed_month_day smallint not null default 1 check (mailed_month_day between 1 and 28 or mailed_month_day = 31),
  add column mailed_hour smallint not null default 7 check (mailed_hour between 0 and 23),
  add column mailed_time_zone text not null default 'UTC',
  add column next_mailed_at timestamptz;

-- What was due once a day, week or month goes on from here.
update saved_reports set next_mailed_at = date_trunc('second', now()) where mailed <> 'none';
alter table saved_reports add constraint saved_reports_next check ((mailed = 'none') = (next_mailed_at is null));
drop index saved_reports_mailed;
create index saved_reports_due on saved_reports (next_mailed_at) where next_mailed_at is not null;
