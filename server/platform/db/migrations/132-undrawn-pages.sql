-- Long documents of which only the first pages were drawn. A worker draws the rest when nothing else waits.
create table undrawn_pages (
  version_id uuid primary key references resource_versions (id) on delete cascade,
  next_page integer not null,
  -- Failures at these pages in a row; after a few of them the next ones are tried.
  tries smallint not null default 0,
  -- While a worker draws.
  taken_until timestamptz
);
