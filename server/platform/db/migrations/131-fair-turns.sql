-- What decides the order in which waiting jobs are taken.

alter table jobs
  -- Estimated when the job was queued, in seconds.
  add column cost_seconds integer not null default 0,
  -- Short jobs have slots of their own, so that none waits behind a long one.
  add column is_short boolean not null default false,
  -- When it was queued plus its estimate: short jobs go first, and long ones age.
  add column rank_at timestamptz not null default now();

-- The first job of each person, without reading everything that waits.
create index jobs_turns on jobs (kind, is_short,
  coalesce(requested_by, owner_id, '00000000-0000-0000-0000-000000000000'), priority desc, rank_at, id)
  where state = 'queued' and tries = 0;

-- When each person last had a turn; those who waited longest come next.
create table job_turns (
  kind text not null,
  is_short boolean not null,
  person_id uuid not null,
  last_at timestamptz not null,
  primary key (kind, is_short, person_id)
);
