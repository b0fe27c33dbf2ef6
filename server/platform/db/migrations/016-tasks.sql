-- Tasks, and the dirty marks that open and close them.

create table task_routes (
  id uuid primary key,
  kind text not null,
  -- null: all colleges without a route of their own.
  college_id uuid references colleges on delete cascade,
  position_id uuid references positions on delete cascade,
  user_id uuid references users on delete cascade,
  check (num_nonnulls(position_id, user_id) = 1),
  unique nulls not distinct (kind, college_id)
);

-- Rules that an administrator changed; all others use the built-in settings.
create table task_rules (
  kind text primary key,
  enabled boolean not null,
  priority smallint not null check ((priority >= 1) and (priority <= 3)),
  due_days integer check ((due_days >= 0) and (due_days <= 365)),
  changed_at timestamptz not null default now()
);

create table task_wishes (
  id bigint generated always as identity primary key,
  kind text not null,
  object_id text not null,
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);
create index task_wishes_due on task_wishes (due_at, id);

create table tasks (
  id uuid primary key,
  kind text not null,
  title text not null,
  state text not null default 'open' check (state in ('open', 'doing', 'done', 'cancelled')),
  priority smallint not null default 2 check ((priority >= 1) and (priority <= 3)),
  object_type text,
  object_id text,
  details jsonb not null default '{}',
  -- At most one open task per key: a rule that fires again finds the existing one.
  dedupe_key text,
  created_by uuid references users on delete set null,
  assignee_id uuid references users on delete set null,
  due_at timestamptz,
  closed_at timestamptz,
  closed_by_rule boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  note text not null default '',
  -- For tasks written by hand: the page where the work is done. Rules supply their own.
  link text,
  department_id uuid references departments on delete set null,
  -- While the task has no assignee: people with this role or a higher one, in any department.
  for_role smallint check ((for_role >= 1) and (for_role <= 4)),
  -- Whom the routes assigned it to. A task that a person reassigned stays with its new assignee.
  routed_to uuid references users on delete set null,
  snoozed_until timestamptz,
  closed_by uuid references users on delete set null,
  close_note text not null default '',
  -- Closed by a person while its condition still holds; not opened again until the condition has ended.
  dismissed boolean not null default false,
  due_told_at timestamptz,
  comments integer not null default 0,
  search_text text generated always as (lower(((title || ' ') || note))) stored
);
create unique index tasks_open_matter on tasks (dedupe_key) where state in ('open', 'doing');
create index tasks_assignee on tasks (assignee_id, state);
create index tasks_object on tasks (object_type, object_id);
-- Every permission change looks up the open access requests that it may have answered.
create index tasks_access_asked on tasks (kind) where (kind = 'accessAsked') and (state in ('open', 'doing'));
create index tasks_open_due on tasks (coalesce(due_at, 'infinity'::timestamptz), id) where state in ('open', 'doing');
create index tasks_open_department on tasks (department_id) where state in ('open', 'doing');
create index tasks_of_kind on tasks (kind, object_id);
create index tasks_by_due on tasks (coalesce(due_at, 'infinity'::timestamptz), id);
create index tasks_by_priority on tasks (priority, id);
create index tasks_by_created on tasks (created_at, id);
create index tasks_by_changed on tasks (updated_at, id);
create index tasks_by_closed on tasks (coalesce(closed_at, '1970-01-01 00:00:00+00'::timestamptz), id);
create index tasks_created_by on tasks (created_by, id) where created_by is not null;
create index tasks_matter on tasks (dedupe_key) where dedupe_key is not null;
create index tasks_snoozed on tasks (snoozed_until) where (snoozed_until is not null) and (state in ('open', 'doing'
  ));
create index tasks_search on tasks using gin (text_pieces(search_text));
-- Tasks of a resource are looked up whenever its title, owner, department or state changes.
create index tasks_of_object on tasks (object_id);

create table task_comments (
  id uuid primary key,
  task_id uuid not null references tasks on delete cascade,
  author_id uuid references users on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index task_comments_task on task_comments (task_id, id);

-- One task per resource, however many of its steps failed; for jobs without a resource, one per job kind.
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
create trigger jobs_removed_wish_tasks after delete on jobs for each row
  when ((old.state = 'failed') or (old.check_state is not null)) execute function wish_tasks_of_job();
create trigger jobs_added_wish_tasks after insert on jobs for each row
  when ((new.state = 'failed') or (new.check_state is not null)) execute function wish_tasks_of_job();
create trigger jobs_changed_wish_tasks after update of state, current, check_state, cause_code on jobs for each row
  when ((old.state, old.current, old.check_state, old.cause_code) is distinct from (new.state, new.current,
    new.check_state, new.cause_code))
  execute function wish_tasks_of_job();

create function wish_tasks_of_summary() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id)
  values ('summaryStale', (case when tg_op = 'DELETE' then old.resource_id else new.resource_id end)::text);
  return null;
end
$$;
create trigger summaries_removed_wish_tasks after delete on resource_summaries for each row when (old.stale)
  execute function wish_tasks_of_summary();
create trigger summaries_added_wish_tasks after insert on resource_summaries for each row when (new.stale)
  execute function wish_tasks_of_summary();
create trigger summaries_changed_wish_tasks after update of live, stale, state on resource_summaries for each row
  when ((old.stale or new.stale) and ((old.live <> new.live) or (old.stale <> new.stale) or (old.state <> new.state)))
  execute function wish_tasks_of_summary();

-- A published video with speech needs subtitles.
create function wish_subtitle_task() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.resource_id else new.resource_id end;
begin
  insert into task_wishes (kind, object_id)
  select 'subtitlesMissing', changed::text from resources where id = changed and kind = 'video';
  return null;
end
$$;
create trigger readings_added_wish_tasks after insert or update of current on readings for each row
  when (new.source = 'speech') execute function wish_subtitle_task();
create trigger subtitles_added_wish_tasks after insert on subtitles for each row when (new.state = 'published')
  execute function wish_subtitle_task();
create trigger subtitles_removed_wish_tasks after delete on subtitles for each row when (old.state = 'published')
  execute function wish_subtitle_task();
create trigger subtitles_changed_wish_tasks after update of state, deleted_at on subtitles for each row
  when (((old.state = 'published') or (new.state = 'published')) and ((old.state is distinct from new.state) or
    (old.deleted_at is distinct from new.deleted_at)))
  execute function wish_subtitle_task();

-- Tasks show the title, owner, department and state of their resource.
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
create trigger resources_wish_tasks after update of title, owner_id, department_id, state on resources for each row
  when ((old.title, old.owner_id, old.department_id, old.state) is distinct from (new.title, new.owner_id,
    new.department_id, new.state))
  execute function wish_tasks_of_resource();

-- Permission changes re-check all open access requests, because there are few.
create function wish_access_tasks() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id)
  select 'accessAsked', '' where exists (select from tasks where kind = 'accessAsked' and state in ('open', 'doing'));
  return null;
end
$$;
create trigger group_rules_wish_tasks after insert or delete or update on permission_group_rules for each statement
  execute function wish_access_tasks();
create trigger group_members_wish_tasks after insert or delete or update on permission_group_members
  for each statement execute function wish_access_tasks();
create trigger groups_wish_tasks after delete or update on permission_groups for each statement
  execute function wish_access_tasks();
create trigger departments_wish_tasks after update of path on departments for each row when (old.path <> new.path)
  execute function wish_access_tasks();
create trigger people_wish_access_tasks after update of role_id, position_id, department_id, access on users
  for each statement execute function wish_access_tasks();

create function wish_password_task() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id)
  select kind, object_id from tasks
  where kind = 'passwordResetAsked' and object_id = old.id::text and state in ('open', 'doing');
  return null;
end
$$;
create trigger people_wish_password_tasks after update of password_hash, access on users for each row
  when ((old.password_hash is distinct from new.password_hash) or (old.access <> new.access))
  execute function wish_password_task();
create trigger people_removed_wish_tasks after delete on users for each row execute function wish_password_task();

-- An entry that was published, changed or removed may now end soon, or no longer.
create function note_recommendation() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id) values ('recommendationEnding', coalesce(new.entry_id, old.entry_id)::text);
  return null;
end $$;
create trigger home_page_uses_changed after insert or delete or update on home_page_uses for each row
  execute function note_recommendation();

create function mark_tasks_of_background_loop() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id) values ('loopFailing', coalesce(new.name, old.name));
  return null;
end
$$;
create trigger background_loops_added_mark_tasks after insert on background_loops for each row when (new.failing)
  execute function mark_tasks_of_background_loop();
create trigger background_loops_changed_mark_tasks after update of failing on background_loops for each row
  when (old.failing is distinct from new.failing) execute function mark_tasks_of_background_loop();
create trigger background_loops_removed_mark_tasks after delete on background_loops for each row when (old.failing)
  execute function mark_tasks_of_background_loop();
