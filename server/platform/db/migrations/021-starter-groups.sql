-- Every person can have one permission group of their own, like a position. It is a column, because a default group may
-- have thousands of people, too many to copy into each version of the group.
alter table users add column group_id uuid references permission_groups on delete set null,
  add column setup_hidden boolean not null default false;
create index users_group on users (group_id) where group_id is not null;

-- The group that new people with this role get.
create table default_groups (
  role_id smallint primary key check (role_id in (3, 4)),
  group_id uuid not null references permission_groups on delete cascade
);
create index default_groups_group on default_groups (group_id);

-- Groups by whom they include: members and people whose own group it is.
create view permission_group_reach as
  select group_id, user_id, position_id, department_id from permission_group_members
  union all
  select group_id, id, null, null from users where group_id is not null;

-- Separate lookups, because a join on several conditions would read every member of every group.
create or replace function allowed_paths(wanted_user uuid) returns text[] language sql stable as $$
  select coalesce(array_agg(rules.path order by rules.path), '{}')
  from (
    select rule.path
    from users person
    left join departments own on own.id = person.department_id
    cross join lateral (
      select person.group_id
      union all
      select member.group_id from permission_group_members member where member.user_id = person.id
      union all
      select member.group_id from permission_group_members member where member.position_id = person.position_id
      union all
      select member.group_id from permission_group_members member
      where member.department_id = any (string_to_array(trim(both '/' from own.path), '/')::uuid[])
    ) reached
    join permission_group_rules rule on rule.group_id = reached.group_id
    where person.id = wanted_user
    group by rule.path
    having max(rule.flag) = 0
  ) rules
$$;

-- Pages that groups would allow with this position, department and own group, to preview a change; without a user, for
-- a new person.
drop function paths_allowed_to(uuid, uuid, uuid);
create function paths_allowed_to(wanted_user uuid, wanted_position uuid, wanted_department uuid, wanted_group uuid)
  returns text[] language sql stable as $$
  select coalesce(array_agg(rules.path order by rules.path), '{}')
  from (
    select rule.path
    from (
      select wanted_group as group_id
      union all
      select member.group_id from permission_group_members member
      where member.user_id = wanted_user
        or member.position_id = wanted_position
        or member.department_id in (
          select above.id from departments own join departments above on own.path like above.path || '%'
          where own.id = wanted_department)
    ) reached
    join permission_group_rules rule on rule.group_id = reached.group_id
    group by rule.path
    having max(rule.flag) = 0
  ) rules
$$;
