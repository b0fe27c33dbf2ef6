-- Colleges, departments and positions as people look after them ---------------------------------------------------------

-- A place between two others is the number half way between theirs.
alter table colleges
  alter column sort type double precision,
  add column contact text,
  add column description text not null default '';
alter table departments
  alter column sort type double precision,
  add column head_id uuid references users (id) on delete set null,
  add column description text not null default '';
create index departments_head on departments (head_id) where head_id is not null;

-- How far a position lets its people see: as their role says, or otherwise. Super administrators always see everything,
-- users always their own; for those between, it narrows or widens.
alter table positions
  alter column sort type double precision,
  add column data_scope text not null default 'role'
    check (data_scope in ('role', 'own', 'department', 'college', 'all')),
  add column description text not null default '',
  add constraint positions_scope_of_role check (
    case role_id when 1 then data_scope = 'role' when 4 then data_scope in ('role', 'own') else true end);

update colleges set sort = numbered.place
from (select id, row_number() over (order by lower(name), id) as place from colleges) numbered
where colleges.id = numbered.id;
update departments set sort = numbered.place
from (select id, row_number() over (partition by college_id, parent_id order by lower(name), id) as place
  from departments) numbered
where departments.id = numbered.id;
update positions set sort = numbered.place
from (select id, row_number() over (order by role_id, lower(name), id) as place from positions) numbered
where positions.id = numbered.id;

-- The departments that a scope over departments reaches from one's own: the college's, or the own one and those below.
create function scope_departments(position_scope text, own_department uuid) returns uuid[]
language sql stable as $$
  select coalesce(array_agg(reached.id), '{}')
  from departments own
  join departments reached
    on case when position_scope = 'college' then reached.college_id = own.college_id
      else reached.path like own.path || '%' end
  where own.id = own_department
$$;

-- Whether somebody may still be put there: neither it nor anything above it is disabled.
create function is_department_in_use(wanted uuid) returns boolean
language sql stable as $$
  select exists (
    select 1 from departments own
    join colleges on colleges.id = own.college_id and colleges.disabled_at is null
    where own.id = wanted and not exists (
      select 1 from departments above where own.path like above.path || '%' and above.disabled_at is not null))
$$;
