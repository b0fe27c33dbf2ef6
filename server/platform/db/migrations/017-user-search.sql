-- Pieces of two and of three neighbouring characters: what somebody looks for in so few is in the index as it stands, and
-- the rows that it finds need not be read again to be sure. A look is a short one: other processes would take longer to
-- start than it takes.
create function text_pieces(value text) returns text[] language sql immutable parallel restricted as $$
  select array_agg(substr(value, place, size))
  from generate_series(1, length(value) - 1) place, generate_series(2, 3) size
$$;
drop index users_search;
create index users_search on users using gin (text_pieces(search_text));

-- The people of a department with a role, without looking at everybody with that role.
drop index users_by_department;
create index users_by_department on users (department_id, role_id) include (access, last_sign_in_at, id);
