
create table summaries (
  id uuid primary key,
  resource_id uuid not null references resources on delete cascade,
  version_id uuid not null references resource_versions on delete cascade,
  number integer not null,
  -- The version being worked on; one per resource.
  current boolean not null,
  origin text not null check (origin in ('extracted', 'generated', 'edited')),
  state text not null check (state in ('draft', 'approved', 'published', 'rejected')),
  language text,
  engine text,
  model text,
  -- Why the summary was extracted although a language model was requested.
  fallback text,
  fallback_sentence text,
  options jsonb not null default '{}',
  tokens_in integer not null default 0,
  tokens_out integer not null default 0,
  cost double precision,
  content jsonb not null,
  sentences integer not null,
  supported integer not null,
  -- Hash of the source texts, from summary_source().
  source_sha256 bytea not null,
  rejection_reason text,
  rejection_note text,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  unique (resource_id, number)
);
create unique index summaries_current on summaries (resource_id) where current;
create unique index summaries_published on summaries (resource_id) where state = 'published';
create index summaries_version on summaries (version_id);

-- One row per resource that can have a summary: the columns of its list, and the row that is locked while it changes.
create table resource_summaries (
  resource_id uuid primary key references resources on delete cascade,
  resource_kind text not null,
  department_id uuid,
  owner_id uuid not null,
  -- False while the resource is in Trash.
  live boolean not null,
  state text not null default 'none' check (state in ('none', 'draft', 'approved', 'published', 'rejected')),
  stale boolean not null default false,
  summary_id uuid references summaries on delete set null,
  origin text,
  fallback text,
  language text,
  model text,
  -- Percentage of supported sentences; -1 when unknown.
  evidence smallint not null default -1,
  -- Numbers of a newer machine result that is offered, and of the published summary.
  offered integer,
  published integer,
  work_id uuid,
  work_state text,
  work_cause text,
  changed_at timestamptz not null default now(),
  changed_by uuid references users on delete set null,
  version integer not null default 1
);
create index resource_summaries_changed on resource_summaries (changed_at, resource_id) where live;
create index resource_summaries_evidence on resource_summaries (evidence, resource_id) where live;
create index resource_summaries_state on resource_summaries (state, changed_at, resource_id) where live;
create index resource_summaries_department on resource_summaries (department_id, changed_at, resource_id) where live;
create index resource_summaries_owner on resource_summaries (owner_id, changed_at, resource_id) where live;
create index resource_summaries_stale on resource_summaries (changed_at, resource_id) where live and stale;

-- Copies the state of the summary job of the current version.
create function note_work_on_summary() returns trigger language plpgsql as $$
begin
  insert into resource_summaries (resource_id, resource_kind, department_id, owner_id, live, work_id, work_state, work_cause)
  select new.resource_id, resources.kind, resources.department_id, resources.owner_id,
    resources.state not in ('trashed', 'purged'), new.id, new.state, new.cause_code
  from resources where resources.id = new.resource_id
  on conflict (resource_id) do update set work_id = excluded.work_id, work_state = excluded.work_state,
    work_cause = excluded.work_cause;
  return null;
end
$$;
create trigger work_on_summary_added after insert on jobs for each row when ((new.kind = 'summarise') and new.current)
  execute function note_work_on_summary();
create trigger work_on_summary_changed after update of state, current, cause_code on jobs for each row
  when ((new.kind = 'summarise') and new.current and ((old.state <> new.state) or (not old.current) or (old.cause_code
    is distinct from new.cause_code)))
  execute function note_work_on_summary();

-- Called by code that changes texts or versions, after it has written all of them.
create function judge_summary(of_resource uuid) returns void language sql as $$
  update resource_summaries head set stale = judged.stale
  from (
    select source_sha256 <> summary_source(of_resource) as stale from summaries where resource_id = of_resource and current
  ) judged
  where head.resource_id = of_resource and head.stale <> judged.stale
$$;

create trigger summary_added after insert on resource_summaries for each row execute function note_summary();
create trigger summary_removed after delete on resource_summaries for each row execute function note_summary();
create trigger summary_changed after update on resource_summaries for each row
  when ((summary_tabs(old.live, old.state, old.stale, old.fallback, old.work_state, old.work_cause) <>
    summary_tabs(new.live, new.state, new.stale, new.fallback, new.work_state, new.work_cause)) or (old.department_id
    is distinct from new.department_id))
  execute function note_summary();
