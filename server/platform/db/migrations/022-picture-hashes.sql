-- What a picture looks like, in 64 bits: of two that look alike, few bits differ. Beside the versions and not among the
-- resources, whose rows change often while a version's picture never does.
create table picture_hashes (
  version_id uuid primary key references resource_versions (id) on delete cascade,
  -- 0: a plain area, which looks like every other.
  hash bigint not null,
  -- Four times 16 bits, each with its place. Where no more than eleven bits differ, at least one of the four differs in
  -- no more than two: so few values that an index can be asked for them all.
  bands integer[] generated always as (
    case when hash <> 0 then array[
      (hash & 65535)::integer,
      65536 + ((hash >> 16) & 65535)::integer,
      131072 + ((hash >> 32) & 65535)::integer,
      196608 + ((hash >> 48) & 65535)::integer
    ] end
  ) stored
);
create index picture_hashes_bands on picture_hashes using gin (bands);
