-- A noted state has everything the rule of publication asks for, so that sites are never told of a withheld course.
create or replace function publication_of(course courses) returns jsonb language sql immutable as $$
  select jsonb_build_object('state', course.state, 'audience', course.audience, 'available_from', course.available_from,
    'available_until', course.available_until, 'withheld', course.withheld)
$$;
