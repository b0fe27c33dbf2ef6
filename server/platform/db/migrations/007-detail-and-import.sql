-- Who edits an object at the moment. A lock that is not renewed lapses by itself.
create table edit_locks (
  object_type text not null,
  object_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- Two windows of one person are two.
  window_id uuid not null,
  since timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (object_type, object_id)
);
create index edit_locks_expiry on edit_locks (expires_at);

-- A file that somebody gave to import: read into lines, judged by a dry run, carried out as an operation.
create table imports (
  id uuid primary key,
  list text not null,
  owner_id uuid not null references users (id) on delete cascade,
  file_name text not null,
  format text not null check (format in ('csv', 'xlsx')),
  detail text not null,
  columns jsonb not null,
  line_count integer not null,
  mapping jsonb not null,
  existing text not null default 'update' check (existing in ('update', 'skip')),
  counts jsonb,
  operation_id uuid references operations (id) on delete set null,
  created_at timestamptz not null default now()
);
create index imports_created on imports (created_at);
create index imports_operation on imports (operation_id) where operation_id is not null;

create table import_lines (
  import_id uuid not null references imports (id) on delete cascade,
  line integer not null,
  cells jsonb not null,
  verdict text check (verdict in ('new', 'changed', 'skipped', 'invalid')),
  label text not null default '',
  problems jsonb not null default '[]',
  changes jsonb not null default '[]',
  -- The object that the line changes, or the id that the one it makes will have.
  object_id uuid,
  primary key (import_id, line)
);
create index import_lines_verdict on import_lines (import_id, verdict, line);
create index import_lines_object on import_lines (import_id, object_id) where object_id is not null;
