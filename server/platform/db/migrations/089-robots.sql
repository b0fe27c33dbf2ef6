-- Robots are few among all records: whoever looks at them finds them at once.
create index access_events_robots on access_events (at, seq) where robot;
