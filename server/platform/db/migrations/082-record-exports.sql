-- Files of access records that somebody asked for, written in parts: cut off, the work goes on behind the last one.
create table record_exports (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  job_id uuid,
  format text not null check (format in ('csv', 'xlsx')),
  columns text[] not null check (cardinality(columns) > 0),
  -- The list's query string; events that came in later are not in the file.
  matching text not null,
  upper_seq bigint not null,
  language text not null,
  -- Counted before anything is written.
  total bigint,
  rows bigint not null default 0,
  -- Where the last part ended; nothing: at the beginning.
  cursor text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index record_exports_owner on record_exports (owner_id, created_at);
create index record_exports_expires on record_exports (expires_at);

-- Without a reference: what is left of a file whose owner is gone is found by that, and removed.
create table record_export_parts (
  export_id uuid not null,
  number integer not null,
  file_id uuid not null references files (id),
  primary key (export_id, number)
);
