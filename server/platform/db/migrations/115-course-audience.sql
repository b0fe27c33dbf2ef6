-- Who sees a published course. One that was published before keeps the audience it had, which was everyone; nothing becomes
-- visible to more people than before. A course that was never published starts as campus only, like a new one.
alter table courses add column audience text not null default 'campus' check (audience in ('everyone', 'campus'));
update courses set audience = 'everyone' where published_at is not null;

-- Showing something to the world is a decision: nothing defaults to it.
alter table api_keys alter column audience set default 'campus';
alter table webhooks alter column audience set default 'campus';
alter table home_entries alter column audience set default 'campus';

create function publication_of(course courses) returns jsonb language sql immutable as $$
  select jsonb_build_object('state', course.state, 'audience', course.audience, 'available_from', course.available_from,
    'available_until', course.available_until, 'withheld', course.withheld)
$$;

create or replace function note_course_publication() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type, object_id, before, after)
  values ('course', new.id, publication_of(old), publication_of(new));
  return null;
end
$$;

drop trigger courses_note_publication on courses;
create trigger courses_note_publication
after update of state, audience, available_from, available_until, name, code, term, description, language, subject_id,
  cover_file_id, catalogue_version on courses
for each row when (old.state = 'published' or new.state = 'published') execute function note_course_publication();

-- Changes noted before courses had an audience were of courses for everyone.
update publication_changes set before = before || '{"audience": "everyone"}', after = after || '{"audience": "everyone"}'
where object_type = 'course';
