-- One row about the whole installation, whatever number of machines it runs on.
create table installation (
  id boolean primary key default true check (id),
  -- Tells a different sealing key apart without revealing this one.
  sealing_key_fingerprint bytea
);
insert into installation default values;

-- Every data directory that Lectern was started with on this database.
create table data_directories (
  id uuid primary key,
  host text not null,
  path text not null,
  storage text not null check (storage in ('disk', 's3')),
  last_started_at timestamptz not null default now()
);
