-- Platform: installation, files, jobs, activity, live events, list counts.

create extension pg_trgm;
create extension btree_gin;

-- The area of the audit log that an activity belongs to, one per tab.
create function activity_area(action text, object_type text) returns text language sql immutable parallel safe as $$
  select case
    when split_part(action, '.', 1) in ('auth', 'twoFactor', 'signOn') then 'signIn'
    when object_type in ('user', 'permissionGroup', 'college', 'department', 'position', 'page', 'task', 'mail') then 'people'
    when object_type in ('settings', 'queue', 'job', 'operation', 'import', 'audit', 'apiKey') then 'system'
    else 'content'
  end
$$;

create table activities (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  object_type text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  ip text,
  request_id text,
  -- A stored column, so that an index on it alone can count the activities of an area.
  area text generated always as (activity_area(action, object_type)) stored not null
);
create index activities_object on activities (object_type, object_id, id desc);
create index activities_at on activities (at desc, id desc);
create index activities_actor on activities (actor_id, at desc, id desc);
create index activities_action on activities (action, at desc, id desc);
create index activities_area on activities (area, at desc, id desc);
create index activities_type on activities (object_type, at desc, id desc);
create index activities_ip on activities (ip, at desc, id desc) where ip is not null;

-- How each background loop of each process is doing. The loops write it; the health page and the task rules read it.
create table background_loops (
  name text,
  -- Host name and process id, because every process that runs the loop has its own row.
  instance text,
  -- A heartbeat that tells a dead process from a busy one.
  seen_at timestamptz not null default now(),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- Consecutive failures; 0 after a success.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Last error message, without query values or secrets.
  message text,
  -- Set after so many consecutive failures that someone has to look.
  failing boolean not null default false,
  primary key (name, instance)
);

-- Every data directory that Lectern has been started with on this database.
create table data_directories (
  id uuid primary key,
  host text not null,
  path text not null,
  storage text not null check (storage in ('disk', 's3')),
  last_started_at timestamptz not null default now()
);

-- Live events, kept for a day so that an interrupted stream can catch up.
create table events (
  id bigint generated always as identity primary key,
  -- null means everyone who is signed in.
  user_id uuid,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index events_created on events (created_at);
-- Lets an interrupted stream read the events that one person missed.
create index events_user on events (user_id, id);

create table files (
  id uuid primary key,
  store_key text not null unique,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  created_by uuid
);

create table idempotency_keys (
  user_id uuid,
  key text,
  endpoint_id text not null,
  request_hash bytea not null,
  -- Set in the same transaction as the change, so a retry knows whether only the answer was lost.
  effect_at timestamptz,
  http_status integer,
  answer jsonb,
  started_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_started on idempotency_keys (started_at);

-- A single row about the whole installation, however many machines it runs on.
create table installation (
  id boolean default true check (id) primary key,
  -- Detects a different sealing key without revealing this one.
  sealing_key_fingerprint bytea
);

-- When each person's jobs last had a turn; whoever has waited longest comes next.
create table job_turns (
  kind text,
  is_short boolean,
  person_id uuid,
  last_at timestamptz not null,
  primary key (kind, is_short, person_id)
);

create table jobs (
  id uuid primary key,
  kind text not null,
  state text not null default 'queued' check (state in ('none', 'pending', 'queued', 'running', 'done', 'failed',
    'skipped', 'cancelled')),
  progress smallint not null default 0 check ((progress >= 0) and (progress <= 100)),
  cause text,
  log text not null default '',
  tries integer not null default 0,
  input jsonb not null default '{}',
  result jsonb,
  file_id uuid references files on delete set null,
  requested_by uuid,
  worker text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The queue delivery that may run the job, to tell a duplicate delivery from a retry after a crash.
  delivery_id uuid,
  resource_id uuid,
  version_id uuid,
  -- Copied from the resource: whether this version is the current one, and who may see the job.
  current boolean not null default false,
  resource_kind text,
  department_id uuid,
  owner_id uuid,
  options jsonb not null default '{}',
  -- Higher values run first.
  priority smallint not null default 0,
  engine text,
  cause_code text,
  -- Whether someone has checked the recognised text; `confidence` is the engine's.
  check_state text check (check_state in ('needs_check', 'checked')),
  confidence real,
  language text,
  queued_at timestamptz not null default now(),
  changed_at timestamptz generated always as (greatest(queued_at, coalesce(started_at, queued_at),
    coalesce(finished_at, queued_at))) stored not null,
  -- Estimate in seconds, made when the job was queued.
  cost_seconds integer not null default 0,
  -- Short jobs have their own slots, so they never wait behind a long one.
  is_short boolean not null default false,
  -- Queue time plus estimate: short jobs go first, but long ones catch up as they wait.
  rank_at timestamptz not null default now()
);
create index jobs_open on jobs (state, created_at) where state in ('queued', 'running');
create index jobs_kind on jobs (kind, created_at desc);
create index jobs_failed on jobs (finished_at) where state = 'failed';
create unique index jobs_version_kind on jobs (version_id, kind) where version_id is not null;
create index jobs_resource on jobs (resource_id) where resource_id is not null;
create index jobs_by_changed on jobs (changed_at, id) where version_id is not null;
create index jobs_by_queued on jobs (queued_at, id) where version_id is not null;
create index jobs_kind_changed on jobs (kind, changed_at, id) where version_id is not null;
create index jobs_kind_queued on jobs (kind, queued_at, id) where version_id is not null;
create index jobs_state_changed on jobs (state, changed_at, id) where version_id is not null;
create index jobs_state_queued on jobs (state, queued_at, id) where version_id is not null;
create index jobs_cause on jobs (kind, cause_code, changed_at desc) where (version_id is not null) and current and
  (state in ('failed', 'skipped'));
create index jobs_owner on jobs (owner_id, changed_at, id) where version_id is not null;
create index jobs_department on jobs (department_id, changed_at, id) where version_id is not null;
create index jobs_doubtful on jobs (resource_id) where check_state = 'needs_check';
-- Finds each person's next job without reading the whole queue.
create index jobs_turns on jobs (kind, is_short, coalesce(requested_by, owner_id,
  '00000000-0000-0000-0000-000000000000'::uuid), priority desc, rank_at, id) where (state = 'queued') and (tries = 0);

-- Row counts per list and tab, stored as deltas: writers only append and never block each other, and the rows are
-- folded periodically. A department's count excludes the departments below it.
create table list_counts (
  list text not null,
  tab text not null,
  department_id uuid,
  delta bigint not null,
  -- Rows that everyone with the page may read, whatever their data scope.
  open boolean not null default false
);
create index list_counts_list on list_counts (list, tab, department_id);

create table rate_limits (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index rate_limits_window on rate_limits (window_ends_at);

-- Stored objects whose rows are gone; they are deleted from the store after that transaction commits.
create table removed_files (
  store_key text primary key,
  removed_at timestamptz not null default now()
);

create table workers (
  id uuid primary key,
  name text not null,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

create function user_tabs(access smallint, last_sign_in_at timestamptz, role_id smallint) returns text[] language sql
  immutable parallel safe as $$
  select array_remove(array[
    'all',
    case access when 0 then 'allowed' else 'forbidden' end,
    case when last_sign_in_at is null then 'neverSignedIn' end,
    case when role_id <= 2 then 'administrators' end
  ], null)
$$;

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_counts (list, tab, department_id, delta)
    select 'user', tabs.tab, added.department_id, count(*)
    from added cross join lateral unnest(user_tabs(added.access, added.last_sign_in_at, added.role_id)) tabs (tab)
    group by tabs.tab, added.department_id;
  elsif tg_op = 'DELETE' then
    insert into list_counts (list, tab, department_id, delta)
    select 'user', tabs.tab, removed.department_id, -count(*)
    from removed cross join lateral unnest(user_tabs(removed.access, removed.last_sign_in_at, removed.role_id)) tabs (tab)
    group by tabs.tab, removed.department_id;
  else
    insert into list_counts (list, tab, department_id, delta)
    select 'user', changes.tab, changes.department_id, sum(changes.delta)
    from (
      select tabs.tab, added.department_id, 1 as delta
      from added cross join lateral unnest(user_tabs(added.access, added.last_sign_in_at, added.role_id)) tabs (tab)
      union all
      select tabs.tab, removed.department_id, -1
      from removed cross join lateral unnest(user_tabs(removed.access, removed.last_sign_in_at, removed.role_id)) tabs (tab)
    ) changes
    group by changes.tab, changes.department_id
    having sum(changes.delta) <> 0;
  end if;
  return null;
end
$$;

-- Work skipped because of the spoken language is listed together with work whose engine is missing.
create function work_tabs(kind text, state text, current boolean, cause_code text, check_state text) returns text[]
  language sql immutable parallel safe as $$
  select array_remove(array[
    'work all',
    case when current and (state = 'failed'
      or (state = 'skipped' and cause_code in ('engineMissing', 'languageNotDeclared', 'otherLanguage')))
      then 'work attention' end,
    case when state = 'running' then 'work running' end,
    case when state in ('pending', 'queued') then 'work waiting' end,
    case when state = 'done' then 'work done' end,
    case when current and kind in ('ocr', 'asr') then kind || ' all' end,
    case when current and kind in ('ocr', 'asr') then
      case
        when state in ('none', 'cancelled')
          or (state = 'skipped' and cause_code in ('engineMissing', 'languageNotDeclared', 'otherLanguage'))
          then kind || ' todo'
        when state in ('pending', 'queued', 'running') then kind || ' running'
        when state = 'failed' then kind || ' failed'
        when state = 'done' and check_state = 'needs_check' then kind || ' needsCheck'
        when state = 'done' and check_state = 'checked' then kind || ' checked'
        when state = 'done' then kind || ' done'
      end
    end
  ], null)
$$;

create function note_work() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.version_id is not null then
    insert into list_counts (list, tab, department_id, delta)
    select split_part(tab, ' ', 1), split_part(tab, ' ', 2), old.department_id, -1
    from unnest(work_tabs(old.kind, old.state, old.current, old.cause_code, old.check_state)) tabs (tab);
  end if;
  if tg_op <> 'DELETE' and new.version_id is not null then
    insert into list_counts (list, tab, department_id, delta)
    select split_part(tab, ' ', 1), split_part(tab, ' ', 2), new.department_id, 1
    from unnest(work_tabs(new.kind, new.state, new.current, new.cause_code, new.check_state)) tabs (tab);
  end if;
  return null;
end
$$;
create trigger work_added after insert on jobs for each row when (new.version_id is not null)
  execute function note_work();
create trigger work_removed after delete on jobs for each row when (old.version_id is not null)
  execute function note_work();

-- Tabs of the sensitive-word list, which has no departments.
create function sensitive_word_tabs(severity text, enabled boolean, deleted_at timestamptz) returns text[] language
  sql immutable parallel safe as $$
  select case when deleted_at is null
    then array_remove(array['all', severity, case when not enabled then 'disabled' end], null)
    else '{}'::text[] end
$$;

create function count_sensitive_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_counts (list, tab, delta)
    select 'sensitiveWord', tabs.tab, count(*)
    from added cross join lateral unnest(sensitive_word_tabs(added.severity, added.enabled, added.deleted_at)) tabs (tab)
    group by tabs.tab;
  elsif tg_op = 'DELETE' then
    insert into list_counts (list, tab, delta)
    select 'sensitiveWord', tabs.tab, -count(*)
    from removed
      cross join lateral unnest(sensitive_word_tabs(removed.severity, removed.enabled, removed.deleted_at)) tabs (tab)
    group by tabs.tab;
  else
    insert into list_counts (list, tab, delta)
    select 'sensitiveWord', changes.tab, sum(changes.delta)
    from (
      select tabs.tab, 1 as delta
      from added cross join lateral unnest(sensitive_word_tabs(added.severity, added.enabled, added.deleted_at)) tabs (tab)
      union all
      select tabs.tab, -1
      from removed
        cross join lateral unnest(sensitive_word_tabs(removed.severity, removed.enabled, removed.deleted_at)) tabs (tab)
    ) changes
    group by changes.tab
    having sum(changes.delta) <> 0;
  end if;
  return null;
end
$$;

-- Tabs of the review queue. Claimed reviews are counted separately for each person.
create function sensitive_review_tabs(state text, live boolean) returns text[] language sql immutable parallel safe as
  $$
  select case when live then array['all', case
    when state in ('open', 'claimed') then 'open'
    when state in ('cleared', 'masked') then 'cleared'
    else state end] else '{}'::text[] end
$$;

create function note_sensitive_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_counts (list, tab, department_id, delta)
    select 'review', tab, old.department_id, -1 from unnest(sensitive_review_tabs(old.state, old.live)) tabs (tab);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_counts (list, tab, department_id, delta)
    select 'review', tab, new.department_id, 1 from unnest(sensitive_review_tabs(new.state, new.live)) tabs (tab);
  end if;
  return null;
end
$$;

create function subtitle_tabs(live boolean, states text[], problems integer) returns text[] language sql immutable
  parallel safe as $$
  select case when live then array_remove(states || array[
    'all',
    case when states = '{}' then 'none' end,
    case when problems > 0 then 'problems' end
  ], null) else '{}' end
$$;

create function count_subtitle_set() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_counts (list, tab, department_id, delta)
    select 'subtitle', tab, old.department_id, -1
    from unnest(subtitle_tabs(old.live, old.states, old.problems)) tabs (tab);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_counts (list, tab, department_id, delta)
    select 'subtitle', tab, new.department_id, 1
    from unnest(subtitle_tabs(new.live, new.states, new.problems)) tabs (tab);
  end if;
  return null;
end
$$;

-- Tabs of the summary list.
create function summary_tabs(live boolean, state text, stale boolean, fallback text, work_state text, work_cause text)
  returns text[] language sql immutable parallel safe as $$
  select case when live then array_remove(array[
    'all',
    case when state = 'none' and work_state is distinct from 'failed'
      and not (coalesce(work_state, 'none') = 'skipped' and coalesce(work_cause, '') <> 'engineMissing') then 'todo' end,
    case when state in ('draft', 'approved', 'published', 'rejected') then state end,
    case when stale and state <> 'none' then 'stale' end,
    case when work_state = 'failed'
      or (state = 'draft' and fallback in ('unreachable', 'slow', 'refused', 'garbage')) then 'failed' end
  ], null) else '{}'::text[] end
$$;

create function note_summary() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_counts (list, tab, department_id, delta)
    select 'summary', tab, old.department_id, -1 from unnest(
      summary_tabs(old.live, old.state, old.stale, old.fallback, old.work_state, old.work_cause)) tabs (tab);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_counts (list, tab, department_id, delta)
    select 'summary', tab, new.department_id, 1 from unnest(
      summary_tabs(new.live, new.state, new.stale, new.fallback, new.work_state, new.work_cause)) tabs (tab);
  end if;
  return null;
end
$$;

-- Sums the changes of a whole statement before storing them.
create function note_work_changed() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, tab, department_id, delta)
  select split_part(changes.tab, ' ', 1), split_part(changes.tab, ' ', 2), changes.department_id, sum(changes.delta)
  from (
    select tabs.tab, added.department_id, 1 as delta
    from added cross join lateral unnest(
      work_tabs(added.kind, added.state, added.current, added.cause_code, added.check_state)) tabs (tab)
    where added.version_id is not null
    union all
    select tabs.tab, removed.department_id, -1
    from removed cross join lateral unnest(
      work_tabs(removed.kind, removed.state, removed.current, removed.cause_code, removed.check_state)) tabs (tab)
    where removed.version_id is not null) changes
  group by 1, 2, 3 having sum(changes.delta) <> 0;
  return null;
end
$$;
-- Updates of a job's progress, the most frequent ones, change no counts.
create trigger work_changed after update on jobs
  referencing old table as removed new table as added for each statement execute function note_work_changed();

-- Creates the monthly partitions between two times, safely when several processes try at once.
create function ensure_access_months(first_at timestamptz, last_at timestamptz) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', first_at at time zone 'UTC');
  name text;
begin
  while month <= last_at at time zone 'UTC' loop
    name := 'access_events_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      perform pg_advisory_xact_lock(hashtextextended('access months', 0));
      -- Another process may have created it while this one waited for the lock; checking again could still read a
      -- stale catalog cache.
      begin
        execute format('create table %I partition of access_events for values from (%L) to (%L)', name,
          month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      exception when duplicate_table then null;
      end;
    end if;
    month := month + interval '1 month';
  end loop;
end
$$;

insert into installation default values;
