-- To-dos: by states and by hand, whom they go to, and how people hear of them.

alter table tasks
  add column note text not null default '',
  -- Of those written by hand: the page on which it is done. Rules know theirs.
  add column link text,
  add column department_id uuid references departments (id) on delete set null,
  -- While it is nobody's: for people of this role and those above, whatever their departments.
  add column for_role smallint check (for_role between 1 and 4),
  -- Whom the routes gave it to: one that somebody else gave on by hand stays with them.
  add column routed_to uuid references users (id) on delete set null,
  add column snoozed_until timestamptz,
  add column closed_by uuid references users (id) on delete set null,
  add column close_note text not null default '',
  -- Closed by a person although its state lasts: it does not come again before that state has ended.
  add column dismissed boolean not null default false,
  add column due_told_at timestamptz,
  add column comments integer not null default 0,
  add column search_text text generated always as (lower(title || ' ' || note)) stored;

update tasks set department_id = departments.id
from departments where departments.id::text = tasks.details ->> 'departmentId';
update tasks set due_at = (details ->> 'dueAt')::timestamptz where details ? 'dueAt';
update tasks set for_role = 2 where kind = 'accessAsked';

create index tasks_open_due on tasks (coalesce(due_at, 'infinity'::timestamptz), id) where state in ('open', 'doing');
create index tasks_open_department on tasks (department_id) where state in ('open', 'doing');
create index tasks_of_kind on tasks (kind, object_id);
create index tasks_by_due on tasks (coalesce(due_at, 'infinity'::timestamptz), id);
create index tasks_by_priority on tasks (priority, id);
create index tasks_by_created on tasks (created_at, id);
create index tasks_by_changed on tasks (updated_at, id);
create index tasks_by_closed on tasks (coalesce(closed_at, 'epoch'::timestamptz), id);
create index tasks_created_by on tasks (created_by, id) where created_by is not null;
create index tasks_matter on tasks (dedupe_key) where dedupe_key is not null;
create index tasks_snoozed on tasks (snoozed_until) where snoozed_until is not null and state in ('open', 'doing');
create index jobs_doubtful on jobs (resource_id) where check_state = 'needs_check';
create index tasks_search on tasks using gin (text_pieces(search_text));

create table task_comments (
  id uuid primary key,
  task_id uuid not null references tasks (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index task_comments_task on task_comments (task_id, id);

-- What an administrator made of a rule; one that is not here is as the product has it.
create table task_rules (
  kind text primary key,
  enabled boolean not null,
  priority smallint not null check (priority between 1 and 3),
  due_days integer check (due_days between 0 and 365),
  changed_at timestamptz not null default now()
);

create table task_routes (
  id uuid primary key,
  kind text not null,
  -- null: wherever no college says otherwise.
  college_id uuid references colleges (id) on delete cascade,
  position_id uuid references positions (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  check (num_nonnulls(position_id, user_id) = 1),
  unique nulls not distinct (kind, college_id)
);

-- States that changed, of which it has not been judged yet what that means for to-dos. ------------------------------------

create table task_wishes (
  id bigint generated always as identity primary key,
  kind text not null,
  object_id text not null,
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);
create index task_wishes_due on task_wishes (due_at, id);

-- Work on a resource is one matter, however many of its steps failed; work that Lectern does by itself, one for each kind.
create function wish_tasks_of_job() returns trigger language plpgsql as $$
declare
  job jobs := case when tg_op = 'DELETE' then old else new end;
  was jobs := case when tg_op = 'UPDATE' then old end;
  failed boolean := job.state = 'failed' or coalesce(was.state = 'failed', false);
  doubtful boolean := job.kind in ('ocr', 'asr')
    and (job.check_state is not null or coalesce(was.check_state is not null, false));
begin
  if job.resource_id is not null then
    if failed then insert into task_wishes (kind, object_id) values ('jobFailed', job.resource_id::text); end if;
    if doubtful then insert into task_wishes (kind, object_id) values ('textDoubtful', job.resource_id::text); end if;
  elsif failed or (job.state = 'done' and exists (select from tasks
      where kind = 'jobFailed' and object_id = job.kind and (state in ('open', 'doing') or dismissed))) then
    insert into task_wishes (kind, object_id) values ('jobFailed', job.kind);
  end if;
  return null;
end
$$;
create trigger jobs_removed_wish_tasks after delete on jobs
  for each row when (old.state = 'failed' or old.check_state is not null) execute function wish_tasks_of_job();
create trigger jobs_added_wish_tasks after insert on jobs
  for each row when (new.state = 'failed' or new.check_state is not null) execute function wish_tasks_of_job();
create trigger jobs_changed_wish_tasks after update of state, current, check_state, cause_code on jobs
  for each row when ((old.state, old.current, old.check_state, old.cause_code)
    is distinct from (new.state, new.current, new.check_state, new.cause_code)) execute function wish_tasks_of_job();

create function wish_tasks_of_summary() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id)
  values ('summaryStale', (case when tg_op = 'DELETE' then old.resource_id else new.resource_id end)::text);
  return null;
end
$$;
create trigger summaries_removed_wish_tasks after delete on resource_summaries
  for each row when (old.stale) execute function wish_tasks_of_summary();
create trigger summaries_added_wish_tasks after insert on resource_summaries
  for each row when (new.stale) execute function wish_tasks_of_summary();
create trigger summaries_changed_wish_tasks after update of live, stale, state on resource_summaries
  for each row when ((old.stale or new.stale) and (old.live, old.stale, old.state) <> (new.live, new.stale, new.state))
  execute function wish_tasks_of_summary();

-- Subtitles are missed where a published video has speech.
create function wish_subtitle_task() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.resource_id else new.resource_id end;
begin
  insert into task_wishes (kind, object_id)
  select 'subtitlesMissing', changed::text from resources where id = changed and kind = 'video';
  return null;
end
$$;
create trigger readings_added_wish_tasks after insert or update of current on readings
  for each row when (new.source = 'speech') execute function wish_subtitle_task();
create trigger subtitles_added_wish_tasks after insert on subtitles
  for each row when (new.state = 'published') execute function wish_subtitle_task();
create trigger subtitles_removed_wish_tasks after delete on subtitles
  for each row when (old.state = 'published') execute function wish_subtitle_task();
create trigger subtitles_changed_wish_tasks after update of state, deleted_at on subtitles
  for each row when ((old.state = 'published' or new.state = 'published')
    and (old.state, old.deleted_at) is distinct from (new.state, new.deleted_at))
  execute function wish_subtitle_task();

-- What a resource is called, whose it is and where it stands is what its to-dos say.
create function wish_tasks_of_resource() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id)
  select distinct kind, object_id from tasks
  where object_type in ('resource', 'review') and object_id = new.id::text and (state in ('open', 'doing') or dismissed);
  if new.kind = 'video' and new.state = 'published' and old.state <> 'published' then
    insert into task_wishes (kind, object_id) values ('subtitlesMissing', new.id::text);
  end if;
  return null;
end
$$;
create trigger resources_wish_tasks after update of title, owner_id, department_id, state on resources
  for each row when ((old.title, old.owner_id, old.department_id, old.state)
    is distinct from (new.title, new.owner_id, new.department_id, new.state)) execute function wish_tasks_of_resource();

-- Whether somebody may open a page now is judged for everybody who asked: there are few of them.
create function wish_access_tasks() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id)
  select 'accessAsked', '' where exists (select from tasks where kind = 'accessAsked' and state in ('open', 'doing'));
  return null;
end
$$;
create trigger group_rules_wish_tasks after insert or update or delete on permission_group_rules
  for each statement execute function wish_access_tasks();
create trigger group_members_wish_tasks after insert or update or delete on permission_group_members
  for each statement execute function wish_access_tasks();
create trigger groups_wish_tasks after update or delete on permission_groups
  for each statement execute function wish_access_tasks();
create trigger people_wish_access_tasks after update of role_id, position_id, department_id, access on users
  for each row when ((old.role_id, old.position_id, old.department_id, old.access)
    is distinct from (new.role_id, new.position_id, new.department_id, new.access)) execute function wish_access_tasks();
create trigger departments_wish_tasks after update of path on departments
  for each row when (old.path <> new.path) execute function wish_access_tasks();

create function wish_password_task() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id)
  select kind, object_id from tasks
  where kind = 'passwordResetAsked' and object_id = old.id::text and state in ('open', 'doing');
  return null;
end
$$;
create trigger people_wish_password_tasks after update of password_hash, access on users
  for each row when (old.password_hash is distinct from new.password_hash or old.access <> new.access)
  execute function wish_password_task();
create trigger people_removed_wish_tasks after delete on users for each row execute function wish_password_task();

-- How people hear of things. ----------------------------------------------------------------------------------------------

create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  mode text not null check (mode in ('bell', 'mail', 'digest', 'off')),
  primary key (user_id, kind)
);

alter table notifications
  -- By mail as well: at once, or in the mail of the day.
  add column mail text check (mail in ('now', 'digest')),
  add column mailed_at timestamptz;
create index notifications_digest on notifications (user_id, id) where mail = 'digest' and mailed_at is null;

-- Forgotten passwords. ----------------------------------------------------------------------------------------------------

-- Every ask is written down the same way, whoever has the account or nobody; a worker sees to it.
create table password_reset_asks (
  id bigint generated always as identity primary key,
  account text not null,
  ip text not null,
  asked_at timestamptz not null default now()
);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at);

-- The password that was forgotten: any other one since means that the matter is settled.
alter table users add column password_set_at timestamptz not null default now();
create function note_password() returns trigger language plpgsql as $$
begin
  new.password_set_at := clock_timestamp();
  return new;
end
$$;
create trigger people_set_passwords before update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function note_password();
