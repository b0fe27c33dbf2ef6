-- Whoever sees their own things is told how many records there are of them, robots with them.
create index access_events_robots_owner on access_events (owner_id, action) where robot;
