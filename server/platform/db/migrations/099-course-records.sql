-- The records of a course are seen by departments and owners: whose an event is, the index tells by itself, so that only those
-- that are shown are fetched.
drop index access_events_course;
create index access_events_course on access_events (course_id, at, department_id, owner_id) where course_id is not null;
