-- People, their permissions and how they sign in.

create sequence erased_people;

-- Bigrams and trigrams: a search of two or three characters is an index key itself, so the rows found need no recheck.
-- Parallel restricted because a search takes less time than starting parallel workers.
create function text_pieces(value text) returns text[] language sql immutable parallel restricted as $$
  select array_agg(substr(value, place, size))
  from generate_series(1, length(value) - 1) place, generate_series(2, 3) size
$$;

create table colleges (
  id uuid primary key,
  code text not null unique,
  name text not null,
  short_name text,
  sort double precision not null default 0,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  contact text,
  description text not null default ''
);

create table positions (
  id uuid primary key,
  name text not null unique,
  role_id smallint not null check ((role_id >= 1) and (role_id <= 4)),
  sort double precision not null default 0,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  data_scope text not null default 'role' check (data_scope in ('role', 'own', 'department', 'college', 'all')),
  description text not null default '',
  constraint positions_scope_of_role check (
case role_id
    when 1 then (data_scope = 'role')
    when 4 then
    (data_scope in ('role', 'own'))
    else true
end)
);

create table subjects (
  id uuid primary key,
  parent_id uuid references subjects,
  code text not null unique,
  name text not null,
  path text not null,
  sort double precision not null default 0,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  description text not null default '',
  withheld boolean not null default false
);
create index subjects_path on subjects (path text_pattern_ops);
create index subjects_parent on subjects (parent_id);

-- Colleges a subject belongs to; a subject without rows belongs to everyone.
create table subject_colleges (
  subject_id uuid references subjects on delete cascade,
  college_id uuid references colleges on delete cascade,
  primary key (subject_id, college_id)
);
create index subject_colleges_college on subject_colleges (college_id);

-- Every request is stored the same way, whether or not the account exists, so responses reveal nothing; a worker
-- handles it later.
create table password_reset_asks (
  id bigint generated always as identity primary key,
  account text not null,
  ip text not null,
  asked_at timestamptz not null default now()
);

-- Sign-in attempts through WeCom; each state works once, and only in the browser that started it.
create table wecom_states (
  hash bytea primary key,
  browser_hash bytea not null,
  expires_at timestamptz not null
);
create index wecom_states_expiry on wecom_states (expires_at);

-- `path` holds the ids from the root down, each followed by a slash, so a subtree is one prefix search.
create table departments (
  id uuid primary key,
  college_id uuid not null references colleges,
  parent_id uuid references departments,
  code text not null unique,
  name text not null,
  path text not null,
  sort double precision not null default 0,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  head_id uuid,
  description text not null default ''
);
create index departments_path on departments (path text_pattern_ops);
create index departments_college on departments (college_id);
create index departments_parent on departments (parent_id);
create index departments_head on departments (head_id) where head_id is not null;

create table users (
  id uuid primary key,
  account text not null,
  name text not null,
  email text,
  phone text,
  -- null when the account has no password, for example when the person signs in only through WeCom.
  password_hash text,
  must_change_password boolean not null default false,
  role_id smallint not null check ((role_id >= 1) and (role_id <= 4)),
  -- 0 is allowed, 1 is forbidden.
  access smallint not null default 0 check (access in (0, 1)),
  department_id uuid references departments,
  position_id uuid references positions,
  wecom_user_id text unique,
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  language text not null default 'en' check (language in ('en', 'zh')),
  last_sign_in_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (lower(((((name || ' ') || account) || ' ') || coalesce(email, '')))) stored,
  -- The TOTP secret is sealed with the installation's key; recovery codes are hashed and work once each.
  totp_secret bytea,
  totp_last_step bigint,
  recovery_hashes bytea[] not null default '{}'::bytea[],
  created_by uuid references users on delete set null,
  totp_since timestamptz,
  -- When a password set by someone else expires; it works for the first sign-in only.
  one_time_password_until timestamptz,
  -- Written together with the password. Any password set after a forgotten-password task opened closes the task.
  password_set_at timestamptz not null default now(),
  -- Opts out of optional mail; required mail is sent anyway.
  mail_opt_out boolean not null default false,
  erased_at timestamptz
);
create unique index users_account on users (lower(account));
create index users_position on users (position_id);
create index users_forbidden on users (created_at, id) where access = 1;
create index users_administrators on users (created_at, id) where role_id <= 2;
create index users_by_name on users (lower(name), id) include (name, department_id, access, role_id, last_sign_in_at);
create index users_by_account on users (lower(account), id) include (account, department_id, access, role_id,
  last_sign_in_at);
create index users_by_role on users (role_id, id) include (department_id, access, last_sign_in_at);
create index users_by_last_sign_in on users (coalesce(last_sign_in_at, '1970-01-01 00:00:00+00'::timestamptz), id)
  include (last_sign_in_at, department_id, access, role_id);
create index users_by_email on users (lower(coalesce(email, '')), id) include (email, department_id, access, role_id,
  last_sign_in_at);
create index users_by_created on users (created_at, id) include (department_id, access, role_id, last_sign_in_at);
-- Forbidden people and administrators are few, so a full index would skip too many rows; these partial indexes hold
-- only them, one per sort order.
create index users_forbidden_name on users (lower(name), id) where access = 1;
create index users_forbidden_account on users (lower(account), id) where access = 1;
create index users_forbidden_role on users (role_id, id) include (last_sign_in_at, department_id) where access = 1;
create index users_forbidden_last_sign_in on users (coalesce(last_sign_in_at, '1970-01-01 00:00:00+00'::timestamptz),
  id) where access = 1;
create index users_forbidden_email on users (lower(coalesce(email, '')), id) where access = 1;
create index users_administrators_name on users (lower(name), id) where role_id <= 2;
create index users_administrators_account on users (lower(account), id) where role_id <= 2;
create index users_administrators_last_sign_in on users (coalesce(last_sign_in_at, '1970-01-01 00:00:00+00'
  ::timestamptz), id) where role_id <= 2;
create index users_administrators_email on users (lower(coalesce(email, '')), id) where role_id <= 2;
create index users_search on users using gin (text_pieces(search_text));
create index users_by_department on users (department_id, role_id) include (access, last_sign_in_at, id);
-- Single sign-on finds accounts by the provider's email claim.
create index users_email on users (lower(email)) where email is not null;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  view_as_user_id uuid references users on delete set null,
  view_as_since timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- Tokens are stored only as SHA-256. Used refresh tokens are kept until their session is deleted, because seeing one
-- again means it was stolen.
create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh', 'cookie')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_expiry on session_tokens (expires_at);

-- Between password and second factor: the holder of a challenge has passed the first factor and has a few minutes for
-- the second.
create table sign_in_challenges (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- Digest of the password hash that was verified, so that a password change ends the attempt; null when a provider
  -- vouched.
  proof bytea,
  expires_at timestamptz not null,
  -- The provider that vouched for the first factor; null when it was the password.
  vouched_by text check (vouched_by in ('wecom', 'oidc'))
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

-- Devices that have signed in to an account before, so their guesses are counted separately from strangers'.
create table user_devices (
  hash bytea,
  user_id uuid references users on delete cascade,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, hash)
);
-- A shared browser has one device mark for several people, so it is looked up without the user.
create index user_devices_hash on user_devices (hash);

create table permission_groups (
  id uuid primary key,
  name text not null,
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by uuid references users on delete set null,
  updated_by uuid references users on delete set null
);
-- Deleted groups are kept for their history, without rules and members; their names can be reused.
create unique index permission_groups_name on permission_groups (lower(name)) where deleted_at is null;

-- Exactly one of user, position and department is set. A department includes the departments below it.
create table permission_group_members (
  id uuid primary key,
  group_id uuid not null references permission_groups on delete cascade,
  user_id uuid references users on delete cascade,
  position_id uuid references positions on delete cascade,
  department_id uuid references departments on delete cascade,
  check (num_nonnulls(user_id, position_id, department_id) = 1),
  constraint permission_group_members_group_id_user_id_position_id_depar_key unique nulls not distinct (group_id,
    user_id, position_id, department_id)
);
create index permission_group_members_user on permission_group_members (user_id) where user_id is not null;
create index permission_group_members_position on permission_group_members (position_id) where position_id is not
  null;
create index permission_group_members_department on permission_group_members (department_id) where department_id is
  not null;

create table permission_group_rules (
  group_id uuid references permission_groups on delete cascade,
  path text,
  flag smallint not null check (flag in (0, 1)),
  primary key (group_id, path)
);

-- The whole group after each change. Members are stored by kind and id; a restore skips those that no longer exist.
create table permission_group_versions (
  group_id uuid references permission_groups on delete cascade,
  version integer,
  at timestamptz not null default now(),
  actor_id uuid references users on delete set null,
  cause text not null check (cause in ('created', 'changed', 'restored', 'granted', 'deleted')),
  -- The version that was restored.
  restored_version integer,
  name text not null,
  description text not null,
  rules jsonb not null,
  members jsonb not null,
  primary key (group_id, version)
);

-- Single sign-on attempts in progress. A state is valid only in the browser it was issued to.
create table sign_on_attempts (
  hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  -- Set when this person is linking an identity; null when someone is signing in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index sign_on_attempts_expiry on sign_on_attempts (expires_at);
create index sign_on_attempts_user on sign_on_attempts (user_id) where user_id is not null;

-- Maps single sign-on identities to accounts. The provider never reassigns a `subject`. Rows with `unlinked_at` stay,
-- so that an identity its owner unlinked isn't linked again automatically.
create table user_identities (
  issuer text,
  subject text,
  user_id uuid not null references users on delete cascade,
  -- The provider's name for the person, shown in the profile.
  label text not null,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz,
  unlinked_at timestamptz,
  primary key (issuer, subject)
);
create unique index user_identities_user on user_identities (user_id, issuer) where unlinked_at is null;
create index user_identities_owner on user_identities (user_id);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at);

create table api_keys (
  id uuid primary key,
  name text not null,
  -- The first characters, to recognise the key; the key itself is stored only as a hash.
  prefix text not null unique,
  secret_hash bytea not null unique,
  -- After a rotation, the previous secret stays valid for a while so that a site can switch over.
  old_secret_hash bytea unique,
  old_secret_until timestamptz,
  scopes text[] not null check ((scopes <@ array['content', 'search', 'media', 'events', 'reports']) and
    (cardinality(scopes) > 0)),
  -- `campus`: the site has verified that its readers belong to the university; `everyone`: only items for everyone.
  audience text not null default 'campus' check (audience in ('everyone', 'campus')),
  calls_per_minute integer not null default 600 check ((calls_per_minute >= 1) and (calls_per_minute <= 100000)),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references users on delete set null,
  last_used_at timestamptz,
  last_used_from inet,
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table activities add foreign key (actor_id) references users on delete set null;
alter table events add foreign key (user_id) references users on delete cascade;
alter table files add foreign key (created_by) references users on delete set null;
alter table idempotency_keys add foreign key (user_id) references users on delete cascade;
alter table jobs add foreign key (requested_by) references users on delete set null;
alter table departments add foreign key (head_id) references users on delete set null;

-- Pages that a person's groups allow.
create function allowed_paths(wanted_user uuid) returns text[] language sql stable as $$
  select coalesce(array_agg(rules.path order by rules.path), '{}')
  from (
    select rule.path
    from users person
    left join departments own on own.id = person.department_id
    join permission_group_members member
      on member.user_id = person.id
      or member.position_id = person.position_id
      or member.department_id = any (string_to_array(trim(both '/' from own.path), '/')::uuid[])
    join permission_group_rules rule on rule.group_id = member.group_id
    where person.id = wanted_user
    group by rule.path
    having max(rule.flag) = 0
  ) rules
$$;

-- Pages that groups would allow with this position and department, to preview a change; without a user, for a new
-- person.
create function paths_allowed_to(wanted_user uuid, wanted_position uuid, wanted_department uuid) returns text[]
  language sql stable as $$
  select coalesce(array_agg(rules.path order by rules.path), '{}')
  from (
    select rule.path
    from permission_group_members member
    join permission_group_rules rule on rule.group_id = member.group_id
    where member.user_id = wanted_user
      or member.position_id = wanted_position
      or member.department_id in (
        select above.id from departments own join departments above on own.path like above.path || '%'
        where own.id = wanted_department)
    group by rule.path
    having max(rule.flag) = 0
  ) rules
$$;

-- Departments in the data scope of someone in `own_department`: the whole college, or the department and those below
-- it.
create function scope_departments(position_scope text, own_department uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(reached.id), '{}')
  from departments own
  join departments reached
    on case when position_scope = 'college' then reached.college_id = own.college_id
      else reached.path like own.path || '%' end
  where own.id = own_department
$$;

-- Whether people can still be assigned to it: neither it nor anything above it is disabled.
create function is_department_in_use(wanted uuid) returns boolean language sql stable as $$
  select exists (
    select 1 from departments own
    join colleges on colleges.id = own.college_id and colleges.disabled_at is null
    where own.id = wanted and not exists (
      select 1 from departments above where own.path like above.path || '%' and above.disabled_at is not null))
$$;

-- The holder of a token and everything the access checks need, in one call. Runs with every request; PL/pgSQL caches
-- the plan per connection, which halves the cost compared with the plain join.
create function token_holder(token_hash bytea) returns table(kind text, token_expired boolean, session_id uuid,
  session_ended boolean, session_expired boolean, seen_lately boolean, user_id uuid, account text, name text, role_id
  smallint, forbidden boolean, must_change_password boolean, department_id uuid, department_path text, department_code
  text, permissions text[], viewer_id uuid, viewer_name text, viewing_since timestamptz) language plpgsql stable as $$
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

create trigger count_users_added after insert on users referencing new table as added for each statement
  execute function count_users();
create trigger count_users_removed after delete on users referencing old table as removed for each statement
  execute function count_users();
create trigger count_users_changed after update on users
  referencing old table as removed new table as added for each statement execute function count_users();
