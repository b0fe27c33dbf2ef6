-- Organisation ---------------------------------------------------------------------------------------------------

create table colleges (
  id uuid primary key,
  code text not null unique,
  name text not null,
  short_name text,
  sort integer not null default 0,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- `path` lists the ids from the root down, each closed by a slash: a subtree is one prefix search.
create table departments (
  id uuid primary key,
  college_id uuid not null references colleges (id),
  parent_id uuid references departments (id),
  code text not null unique,
  name text not null,
  path text not null,
  sort integer not null default 0,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index departments_path on departments (path text_pattern_ops);
create index departments_college on departments (college_id);
create index departments_parent on departments (parent_id);

create table positions (
  id uuid primary key,
  name text not null unique,
  role_id smallint not null check (role_id between 1 and 4),
  sort integer not null default 0,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  account text not null,
  name text not null,
  email text,
  phone text,
  -- null: this person signs in through the messaging vendor only.
  password_hash text,
  must_change_password boolean not null default false,
  role_id smallint not null check (role_id between 1 and 4),
  -- 0 allow, 1 forbid.
  access smallint not null default 0 check (access in (0, 1)),
  department_id uuid references departments (id),
  position_id uuid references positions (id),
  wecom_user_id text unique,
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  language text not null default 'en' check (language in ('en', 'zh')),
  last_sign_in_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_account on users (lower(account));
create index users_department on users (department_id);
create index users_position on users (position_id);

create table subjects (
  id uuid primary key,
  parent_id uuid references subjects (id),
  code text not null unique,
  name text not null,
  path text not null,
  sort integer not null default 0,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index subjects_path on subjects (path text_pattern_ops);
create index subjects_parent on subjects (parent_id);

-- Permission groups: Forbid (1) wins over Allow (0), unset is Forbid ------------------------------------------------

create table permission_groups (
  id uuid primary key,
  name text not null unique,
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table permission_group_rules (
  group_id uuid not null references permission_groups (id) on delete cascade,
  path text not null,
  flag smallint not null check (flag in (0, 1)),
  primary key (group_id, path)
);

-- Exactly one of the three is set. A department stands for the departments below it too.
create table permission_group_members (
  id uuid primary key,
  group_id uuid not null references permission_groups (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  position_id uuid references positions (id) on delete cascade,
  department_id uuid references departments (id) on delete cascade,
  check (num_nonnulls(user_id, position_id, department_id) = 1),
  unique nulls not distinct (group_id, user_id, position_id, department_id)
);
create index permission_group_members_user on permission_group_members (user_id) where user_id is not null;
create index permission_group_members_position on permission_group_members (position_id) where position_id is not null;
create index permission_group_members_department on permission_group_members (department_id) where department_id is not null;

-- The pages that a person's groups allow.
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

-- Sign-in ----------------------------------------------------------------------------------------------------------

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- Tokens are kept as SHA-256 only. A used refresh token stays until its session is gone: seeing it again is a theft.
create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh', 'cookie')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_expiry on session_tokens (expires_at);

-- Devices that signed in to an account before: their guesses are counted apart from strangers'.
create table user_devices (
  hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, hash)
);

-- Platform -----------------------------------------------------------------------------------------------------------

create table rate_limits (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index rate_limits_window on rate_limits (window_ends_at);

create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  endpoint_id text not null,
  request_hash bytea not null,
  -- Set in the transaction of the change itself: tells a lost answer from a lost effect.
  effect_at timestamptz,
  http_status integer,
  answer jsonb,
  started_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_started on idempotency_keys (started_at);

create table activities (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid references users (id) on delete set null,
  action text not null,
  object_type text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  ip text,
  request_id text
);
create index activities_object on activities (object_type, object_id, id desc);
create index activities_actor on activities (actor_id, id desc);
create index activities_at on activities (at desc, id desc);

create table settings (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id) on delete set null
);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  params jsonb not null default '{}',
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

-- What the live streams carry; kept for a day so that a cut stream can catch up.
create table events (
  id bigint generated always as identity primary key,
  -- null: everybody who is signed in.
  user_id uuid references users (id) on delete cascade,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index events_created on events (created_at);

create table tasks (
  id uuid primary key,
  kind text not null,
  title text not null,
  state text not null default 'open' check (state in ('open', 'doing', 'done', 'cancelled')),
  priority smallint not null default 2 check (priority between 1 and 3),
  object_type text,
  object_id text,
  details jsonb not null default '{}',
  -- One open task per matter: a rule that fires again finds the one that is there.
  dedupe_key text,
  created_by uuid references users (id) on delete set null,
  assignee_id uuid references users (id) on delete set null,
  due_at timestamptz,
  closed_at timestamptz,
  closed_by_rule boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index tasks_open_matter on tasks (dedupe_key) where state in ('open', 'doing');
create index tasks_assignee on tasks (assignee_id, state);

-- Files and jobs -----------------------------------------------------------------------------------------------------

create table files (
  id uuid primary key,
  store_key text not null unique,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null
);

create table jobs (
  id uuid primary key,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'skipped', 'cancelled')),
  progress smallint not null default 0 check (progress between 0 and 100),
  cause text,
  log text not null default '',
  tries integer not null default 0,
  input jsonb not null default '{}',
  result jsonb,
  file_id uuid references files (id) on delete set null,
  requested_by uuid references users (id) on delete set null,
  worker text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_open on jobs (state, created_at) where state in ('queued', 'running');
create index jobs_kind on jobs (kind, created_at desc);
create index jobs_failed on jobs (finished_at) where state = 'failed';

create table workers (
  id uuid primary key,
  name text not null,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
