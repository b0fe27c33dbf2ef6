-- Permission groups: what each was, who made it so, and the way back -------------------------------------------------

alter table permission_groups
  add column deleted_at timestamptz,
  add column created_by uuid references users (id) on delete set null,
  add column updated_by uuid references users (id) on delete set null,
  drop constraint permission_groups_name_key;
-- A deleted group has no rules and no members; it is kept for its history, and leaves its name to others.
create unique index permission_groups_name on permission_groups (lower(name)) where deleted_at is null;

-- The whole group as each change left it. Members are kept by kind and id: those that are gone are left out of a restore.
create table permission_group_versions (
  group_id uuid not null references permission_groups (id) on delete cascade,
  version integer not null,
  at timestamptz not null default now(),
  actor_id uuid references users (id) on delete set null,
  cause text not null check (cause in ('created', 'changed', 'restored', 'granted', 'deleted')),
  -- The version that was put back.
  restored_version integer,
  name text not null,
  description text not null,
  rules jsonb not null,
  members jsonb not null,
  primary key (group_id, version)
);

insert into permission_group_versions (group_id, version, at, cause, name, description, rules, members)
select groups.id, groups.version, groups.updated_at, 'created', groups.name, groups.description,
  coalesce((select jsonb_object_agg(rule.path, rule.flag) from permission_group_rules rule where rule.group_id = groups.id), '{}'),
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'kind', case when member.user_id is not null then 'user' when member.position_id is not null then 'position' else 'department' end,
      'id', coalesce(member.user_id, member.position_id, member.department_id)))
    from permission_group_members member where member.group_id = groups.id), '[]')
from permission_groups groups;

-- View as: a super administrator sees what somebody sees, and changes nothing ----------------------------------------

alter table sessions
  add column view_as_user_id uuid references users (id) on delete set null,
  add column view_as_since timestamptz;

-- As before; who looks as somebody else holds that person's pages and place. The account that counts stays their own.
-- A view is over by itself when its holder is no super administrator any more, or the other became one.
drop function token_holder(bytea);
create function token_holder(token_hash bytea)
returns table (
  kind text,
  token_expired boolean,
  session_id uuid,
  session_ended boolean,
  session_expired boolean,
  seen_lately boolean,
  user_id uuid,
  account text,
  name text,
  role_id smallint,
  forbidden boolean,
  must_change_password boolean,
  department_id uuid,
  department_path text,
  department_code text,
  permissions text[],
  viewer_id uuid,
  viewer_name text,
  viewing_since timestamptz
)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select
      token.kind,
      token.expires_at <= now(),
      session.id,
      session.ended_at is not null,
      session.expires_at <= now(),
      session.last_seen_at > now() - interval '1 minute',
      person.id,
      person.account,
      person.name,
      person.role_id,
      actor.access <> 0,
      actor.must_change_password,
      department.id,
      department.path,
      department.code,
      allowed_paths(person.id),
      case when viewed.id is not null then actor.id end,
      case when viewed.id is not null then actor.name end,
      case when viewed.id is not null then session.view_as_since end
    from session_tokens token
    join sessions session on session.id = token.session_id
    join users actor on actor.id = session.user_id
    left join users viewed on viewed.id = session.view_as_user_id and actor.role_id = 1 and viewed.role_id > 1
    join users person on person.id = coalesce(viewed.id, actor.id)
    left join departments department on department.id = person.department_id
    where token.hash = token_hash;
end
$$;

-- Which open requests for pages a change has answered is asked with every change of permissions.
create index tasks_access_asked on tasks (kind) where kind = 'accessAsked' and state in ('open', 'doing');
