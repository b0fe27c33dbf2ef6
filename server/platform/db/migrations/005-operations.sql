-- What a person does to many objects: fixed as a set of items first, then carried out one by one.
create table operations (
  id uuid primary key,
  actor_id uuid not null references users (id) on delete cascade,
  list text not null,
  action text not null,
  input jsonb not null default '{}',
  -- What of the list it is for, until its items are there; null when they came with it.
  matching text,
  except_ids uuid[] not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  cause text,
  -- null while the items are not fixed.
  total integer,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  undone integer not null default 0,
  undoable boolean not null,
  undo_of uuid references operations (id) on delete cascade,
  cancel_asked_at timestamptz,
  job_id uuid,
  -- The request that asked for it: activities of the items name it.
  session_id uuid not null,
  ip text not null,
  request_id text not null,
  language text not null,
  origin text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index operations_actor on operations (actor_id, id desc);
create index operations_job on operations (job_id);
create index operations_undo on operations (undo_of, id desc) where undo_of is not null;
-- Whatever is asked for at the same time: an operation is being undone once.
create unique index operations_open_undo on operations (undo_of) where state in ('queued', 'running');

create table operation_items (
  operation_id uuid not null references operations (id) on delete cascade,
  position integer not null,
  object_id uuid not null,
  label text not null default '',
  state text not null default 'pending' check (state in ('pending', 'done', 'skipped', 'failed', 'undone')),
  reason text,
  -- What it was given for this object alone, such as a line of an import.
  details jsonb,
  -- What undo needs: what was there before, and the object's version after the change.
  before jsonb,
  version integer,
  -- Reports begin with what needs a look.
  attention smallint not null generated always as (
    case state when 'failed' then 0 when 'skipped' then 1 when 'pending' then 2 else 3 end) stored,
  primary key (operation_id, position),
  unique (operation_id, object_id)
);
create index operation_items_attention on operation_items (operation_id, attention, position);
create index operation_items_pending on operation_items (operation_id, position) where state = 'pending';
