-- How many people the last so many days up to yesterday had, of each key of a dimension, counted anew every day: which groups
-- may have most is told from it. The parts of a year have twice as many people together as the year, and would name nearly all.
create table access_recent_viewers (
  -- The first day.
  day date not null,
  dimension smallint not null,
  key integer not null,
  viewers integer not null,
  primary key (dimension, day, key)
);
-- Of which days it is; the people of those that something came to since may be more.
create table access_recents (day date primary key, last date not null, changed date[] not null default '{}');
