-- Shared by all pages: settings, lists, operations, imports, notifications.

create table settings (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references users on delete set null
);

create table list_columns (
  user_id uuid references users on delete cascade,
  list text,
  columns jsonb not null,
  primary key (user_id, list)
);

create table list_views (
  id uuid primary key,
  list text not null,
  owner_id uuid not null references users on delete cascade,
  name text not null,
  query text not null,
  columns jsonb,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_views_name on list_views (owner_id, list, lower(name));
create index list_views_shared on list_views (list) where shared;

-- A person's action on many objects: its items are fixed first, then processed in batches.
create table operations (
  id uuid primary key,
  actor_id uuid not null references users on delete cascade,
  list text not null,
  action text not null,
  input jsonb not null default '{}',
  -- The list view to select items from, until they are fixed; null when the request listed them.
  matching text,
  except_ids uuid[] not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  cause text,
  -- null until the items are fixed.
  total integer,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  undone integer not null default 0,
  undoable boolean not null,
  undo_of uuid references operations on delete cascade,
  cancel_asked_at timestamptz,
  job_id uuid,
  -- The request that started the operation, referenced by the activities of its items.
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
-- Only one Undo of an operation can be in progress, even with concurrent requests.
create unique index operations_open_undo on operations (undo_of) where state in ('queued', 'running');

create table operation_items (
  operation_id uuid references operations on delete cascade,
  position integer,
  object_id uuid not null,
  label text not null default '',
  state text not null default 'pending' check (state in ('pending', 'done', 'skipped', 'failed', 'undone')),
  reason text,
  -- Input for this object only, such as a line of an import.
  details jsonb,
  -- For Undo: the previous values, and the object's version after the change.
  before jsonb,
  version integer,
  -- Sorts reports so that items that need attention come first.
  attention smallint generated always as (
case state
    when 'failed' then 0
    when 'skipped' then 1
    when
    'pending' then 2
    else 3
end) stored not null,
  primary key (operation_id, "position"),
  unique (operation_id, object_id)
);
create index operation_items_attention on operation_items (operation_id, attention, "position");
create index operation_items_pending on operation_items (operation_id, "position") where state = 'pending';

-- An uploaded import file: parsed into lines, checked by a dry run, then carried out as an operation.
create table imports (
  id uuid primary key,
  list text not null,
  owner_id uuid not null references users on delete cascade,
  file_name text not null,
  format text not null check (format in ('csv', 'xlsx', 'txt')),
  detail text not null,
  columns jsonb not null,
  line_count integer not null,
  mapping jsonb not null,
  existing text not null default 'update' check (existing in ('update', 'skip')),
  counts jsonb,
  operation_id uuid references operations on delete set null,
  created_at timestamptz not null default now(),
  -- Where the objects of an import are looked up, such as a library.
  within uuid
);
create index imports_created on imports (created_at);
create index imports_operation on imports (operation_id) where operation_id is not null;

create table import_lines (
  import_id uuid references imports on delete cascade,
  line integer,
  cells jsonb not null,
  verdict text check (verdict in ('new', 'changed', 'skipped', 'invalid')),
  label text not null default '',
  problems jsonb not null default '[]',
  changes jsonb not null default '[]',
  -- The object that the line changes, or the id reserved for the one it creates.
  object_id uuid,
  primary key (import_id, line)
);
create index import_lines_verdict on import_lines (import_id, verdict, line);
create index import_lines_object on import_lines (import_id, object_id) where object_id is not null;

create table notification_preferences (
  user_id uuid references users on delete cascade,
  kind text,
  mode text not null check (mode in ('bell', 'mail', 'digest', 'off')),
  primary key (user_id, kind)
);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  params jsonb not null default '{}',
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Also sent by mail: immediately or in the daily digest; null when not mailed.
  mail text check (mail in ('now', 'digest')),
  mailed_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_digest on notifications (user_id, id) where (mail = 'digest') and (mailed_at is null);

-- Who is editing an object. A lock expires unless it is renewed.
create table edit_locks (
  object_type text,
  object_id uuid,
  user_id uuid not null references users on delete cascade,
  -- Two windows of the same person count as two editors.
  window_id uuid not null,
  since timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (object_type, object_id)
);
create index edit_locks_expiry on edit_locks (expires_at);

-- Calls to the operator's language model and their cost.
create table language_model_calls (
  id uuid primary key,
  purpose text not null check (purpose in ('summary', 'translation', 'test')),
  resource_id uuid,
  requested_by uuid references users on delete set null,
  model text not null,
  -- `answered`, or why the call failed.
  outcome text not null,
  tokens_in integer not null,
  tokens_out integer not null,
  cost double precision,
  milliseconds integer not null,
  at timestamptz not null default now()
);
create index language_model_calls_at on language_model_calls (at);
create index language_model_calls_resource on language_model_calls (resource_id) where resource_id is not null;

-- Resources selected for download as one archive.
create table downloads (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  resource_ids uuid[] not null,
  created_at timestamptz not null default now()
);
create index downloads_created on downloads (created_at);
