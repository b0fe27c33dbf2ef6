-- Libraries and resources, with their versions, tags and duplicates.

-- Bigrams, so that an index finds any substring of two or more characters in any script.
create function bigrams(value text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(value), place, 2)), '{}')
  from generate_series(1, greatest(length(value) - 1, 0)) place
$$;

-- Each non-ASCII character, and each pair of adjacent ones.
create function wide_pieces(value text) returns text[] language plpgsql immutable parallel restricted cost 1 as $$
declare
  characters text[];
  run text;
  pieces text[] := '{}';
begin
  foreach run in array string_to_array(regexp_replace(value, '[\x01-\x7f]+', ' ', 'g'), ' ') loop
    characters := string_to_array(run, null);
    pieces := pieces || characters;
    for place in 1 .. coalesce(array_length(characters, 1), 0) - 1 loop
      pieces := array_append(pieces, characters[place] || characters[place + 1]);
    end loop;
  end loop;
  return pieces;
end
$$;

create table libraries (
  id uuid primary key,
  kind text not null check (kind in ('school', 'college', 'personal')),
  name text not null,
  description text not null default '',
  college_id uuid references colleges,
  -- Owner of a personal library; null for all others.
  owner_id uuid references users on delete cascade,
  -- null means no limit other than the disk.
  quota_bytes bigint check (quota_bytes > 0),
  -- Who may add resources, besides the library's managers.
  contributors text not null default 'editors' check (contributors in ('editors', 'everyone')),
  -- Defaults of new resources.
  default_language text,
  default_licence text,
  default_visibility text not null default 'campus',
  -- Processing steps that run automatically for new files.
  processing jsonb not null default '{}',
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'personal') = (owner_id is not null)),
  constraint libraries_check1 check ((kind = 'college') = (college_id is not null))
);
create unique index libraries_owner on libraries (owner_id) where owner_id is not null;
create unique index libraries_name on libraries (kind, lower(name)) where owner_id is null;

create table folders (
  id uuid primary key,
  library_id uuid not null references libraries on delete cascade,
  parent_id uuid references folders,
  name text not null,
  -- Ids from the root down, each followed by a slash.
  path text not null,
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index folders_name on folders (library_id, parent_id, lower(name)) nulls not distinct;
create index folders_path on folders (path text_pattern_ops);
create index folders_parent on folders (parent_id);

-- Size of each library as deltas that are folded periodically, so that writers never block each other.
create table library_usage (
  library_id uuid not null references libraries on delete cascade,
  resources bigint not null,
  bytes bigint not null
);
create index library_usage_library on library_usage (library_id);

-- Resources per tag, split by the most common tabs and filters, as deltas that are folded periodically. Counts large
-- tags without reading resources.
create table tag_facets (
  tag_id uuid not null,
  kind text not null,
  state text not null,
  work_failed boolean not null,
  uses bigint not null
);
create index tag_facets_tag on tag_facets (tag_id);

-- Resources per tag, excluding Trash, as deltas that are folded periodically.
create table tag_usage (
  tag_id uuid not null,
  resources bigint not null
);
create index tag_usage_tag on tag_usage (tag_id);

create table tags (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index tags_name on tags (lower(name));
create index tags_search on tags using gin (bigrams(name));

-- Duplicates that someone has reviewed and decided to keep.
create table duplicate_decisions (
  sha256 bytea primary key,
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null default now()
);

-- How often each checksum occurs among resources outside Trash.
create table resource_checksums (
  sha256 bytea primary key,
  live integer not null
);
create index resource_checksums_double on resource_checksums (sha256) where live > 1;

create table resources (
  id uuid primary key,
  kind text not null check (kind in ('document', 'video', 'audio', 'image')),
  title text not null,
  description text not null default '',
  language text,
  subject_id uuid references subjects on delete set null,
  author text not null default '',
  year smallint,
  source text not null default '',
  alt_text text not null default '',
  licence text,
  licence_until date,
  visibility text not null default 'campus' check (visibility in ('everyone', 'campus', 'department', 'owner')),
  tag_ids uuid[] not null default '{}',
  owner_id uuid not null references users,
  department_id uuid references departments,
  library_id uuid not null references libraries,
  folder_id uuid references folders,
  state text not null default 'draft' check (state in ('draft', 'processing', 'ready', 'in_review', 'rejected',
    'published', 'offline', 'blocked', 'trashed', 'purged')),
  -- Reason given by the person who rejected, blocked, took offline or trashed it.
  state_reason text,
  state_since timestamptz not null default now(),
  state_by uuid references users on delete set null,
  -- State to return to when it is restored from Trash.
  state_before text,
  publish_at timestamptz,
  offline_at timestamptz,
  published_at timestamptz,
  -- Set when a processing step of the current version has failed.
  work_failed boolean not null default false,
  -- The current version, with the columns that lists show.
  version_id uuid,
  version_number integer not null default 1,
  file_name text not null,
  format text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  duration_seconds double precision,
  page_count integer,
  width integer,
  height integer,
  thumbnail_id uuid,
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (lower(((((((title || ' ') || file_name) || ' ') || author) || ' ') ||
    description))) stored,
  has_text boolean not null default false,
  low_confidence boolean not null default false,
  -- Set when the newest text belongs to an older version.
  stale boolean not null default false
);
alter table resources alter column search_text set statistics 1000;
create index resources_library on resources (library_id, updated_at, id);
create index resources_sha256 on resources (sha256);
create index resources_similar on resources using gin (lower(title) gin_trgm_ops);
create index resources_publish_at on resources (publish_at) where publish_at is not null;
create index resources_offline_at on resources (offline_at) where offline_at is not null;
create index resources_licence_until on resources (licence_until) where licence_until is not null;
create index resources_trashed_since on resources (state_since) where state = 'trashed';
-- Lets folders count the resources a person may see from the index alone.
create index resources_folder_counts on resources (library_id, folder_id, state, department_id, owner_id) where
  (folder_id is not null) and (state not in ('trashed', 'purged'));
create index resources_file_name on resources (library_id, lower(file_name)) where state not in ('trashed', 'purged');
create index resources_work_failed on resources (updated_at, id) include (title, created_at, size_bytes, state, kind,
  owner_id, department_id, language, visibility) where work_failed and (state not in ('trashed', 'purged'));
create index resources_facets on resources (kind, state, language, visibility, library_id);
create index resources_department on resources (department_id, state, kind, language, visibility, library_id);
create index resources_subject on resources (subject_id, state, kind, language) where subject_id is not null;
create index resources_year on resources (year, state, kind, language);
-- One index per sort order, so that any page of any tab is an index scan.
create index resources_by_updated on resources (updated_at, id, kind, visibility, language, library_id, subject_id,
  year) include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_created on resources (created_at, id, kind, visibility, language, library_id, subject_id,
  year) include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_size on resources (size_bytes, id, kind, visibility, language, library_id, subject_id, year)
  include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_title on resources (lower(title), id, kind, visibility, language, library_id, subject_id,
  year) include (title, state, work_failed, owner_id, department_id) where state not in ('trashed', 'purged');
-- Titles sort by script (from Z to A, all Chinese ones come before the first Latin one), so a filter by language needs
-- its own index to avoid scanning past the others.
create index resources_language_title on resources (language, lower(title), id, kind, visibility, library_id) include
  (title, state, owner_id, department_id) where state not in ('trashed', 'purged');
create index resources_owner on resources (owner_id, updated_at, id, state, kind) include (work_failed,
  department_id);
create index resources_state_updated on resources (state, updated_at, id, kind, visibility, language, library_id)
  include (work_failed, owner_id, department_id, tag_ids) where state <> 'published';
create index resources_state_created on resources (state, created_at, id, kind, visibility, language, library_id)
  include (work_failed, owner_id, department_id, tag_ids) where state <> 'published';
create index resources_state_size on resources (state, size_bytes, id, kind, visibility, language, library_id) include
  (work_failed, owner_id, department_id, tag_ids) where state <> 'published';
create index resources_state_title on resources (state, lower(title), id, kind, visibility, language, library_id)
  include (title, work_failed, owner_id, department_id) where state <> 'published';
create index resources_folder on resources (folder_id, kind, state) include (title, updated_at, created_at,
  size_bytes, id, owner_id, department_id) where folder_id is not null;
create index resources_low_confidence on resources (updated_at, id) where low_confidence and (state not in ('trashed',
  'purged'));
create index resources_stale on resources (updated_at, id) where stale and (state not in ('trashed', 'purged'));
create index resources_search on resources using gin (search_text gin_trgm_ops, wide_pieces(search_text), (
case
  when (lower(title) >= '⺀') then 1
    else 0
end));
create index resources_tags on resources using gin (tag_ids, kind, department_id);
-- The portal lists the newest resources first.
create index resources_portal on resources (coalesce(published_at, created_at), id) where state = 'published';
-- For rules that list the most recently published resources.
create index resources_by_published on resources (published_at desc nulls last, id) include (kind, visibility,
  subject_id) where state = 'published';
-- Lets library statistics count the resources from the index alone.
create index resources_held on resources (created_at) include (id, state, kind, format, subject_id, department_id,
  owner_id, size_bytes, duration_seconds, page_count, has_text) where state not in ('trashed', 'purged');

create table resource_notes (
  id uuid primary key,
  resource_id uuid not null references resources on delete cascade,
  author_id uuid references users on delete set null,
  text text not null,
  -- The page or second that the note refers to.
  page integer,
  second double precision,
  resolved_at timestamptz,
  resolved_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index resource_notes_resource on resource_notes (resource_id, created_at);

create table resource_versions (
  id uuid primary key,
  resource_id uuid not null references resources,
  number integer not null,
  file_id uuid not null references files,
  file_name text not null,
  format text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  duration_seconds double precision,
  page_count integer,
  width integer,
  height integer,
  -- Metadata from the file: codecs, EXIF, pages.
  facts jsonb not null default '{}',
  note text not null default '',
  -- The version number this one was restored from.
  from_number integer,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  unique (resource_id, number)
);
create index resource_versions_file on resource_versions (file_id);
create index resource_versions_sha256 on resource_versions (sha256);

-- 64-bit perceptual hash; similar pictures differ in few bits. Kept apart from resources, whose rows change often
-- while a version's picture never does.
create table picture_hashes (
  version_id uuid primary key references resource_versions on delete cascade,
  -- 0 is a plain area, which is similar to everything and therefore has no bands.
  hash bigint not null,
  -- Four 16-bit bands, each tagged with its position. If two hashes differ in at most 11 bits, at least one band
  -- differs in at most 2, which is few enough values to look up in an index.
  bands integer[] generated always as (
case
    when (hash <> 0) then array[((hash & 65535))::integer, (65536 +
    (((hash >> 16) & 65535))::integer), (131072 + (((hash >> 32) & 65535))::integer), (196608 + (((hash >> 48) &
    65535))::integer)]
    else null::integer[]
end) stored
);
create index picture_hashes_bands on picture_hashes using gin (bands);

create table uploads (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  -- Files that were dropped together share a batch.
  batch_id uuid not null,
  file_name text not null,
  -- Path within the dropped folder, without the file name; '' at the top level.
  relative_path text not null default '',
  size_bytes bigint not null,
  offset_bytes bigint not null default 0,
  library_id uuid not null references libraries on delete cascade,
  folder_id uuid references folders on delete set null,
  -- When set, the file becomes the next version of this resource.
  replaces_id uuid references resources on delete cascade,
  on_duplicate text not null default 'ask' check (on_duplicate in ('ask', 'use_existing', 'keep_both', 'new_version'
    )),
  state text not null default 'receiving' check (state in ('receiving', 'checking', 'duplicate', 'unpacking', 'done',
    'refused', 'cancelled')),
  -- Error code and message parameters of a refused upload.
  refusal jsonb,
  store_key text not null,
  sha256 bytea,
  content_type text,
  duplicate_of uuid references resources on delete set null,
  resource_id uuid references resources on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- State besides the key that the file store needs to continue a partial upload.
  assembly text not null default '',
  -- Format detected from the content, kept while someone decides about a duplicate.
  format text,
  -- Current writer and the end of its lease, so that a dead process doesn't block the upload.
  writer uuid,
  writer_until timestamptz,
  -- Interface language of the uploader, for messages of the background work.
  language text not null default 'en',
  unpack_job_id uuid,
  -- Language of the resource that the upload becomes, unlike `language`, which is for messages.
  resource_language text
);
create index uploads_owner on uploads (owner_id, created_at desc);
create index uploads_expiry on uploads (expires_at) where state in ('receiving', 'checking', 'duplicate');
-- Maintenance checks which stored objects an upload still refers to.
create index uploads_store_key on uploads (store_key) where state in ('receiving', 'checking', 'duplicate',
  'unpacking');
create index uploads_library on uploads (library_id) where state in ('receiving', 'checking', 'duplicate', 'unpacking'
  );
create index uploads_settled on uploads (updated_at) where state in ('done', 'refused', 'cancelled');

-- Files unpacked from an archive.
create table upload_entries (
  upload_id uuid references uploads on delete cascade,
  position integer,
  name text not null,
  state text not null check (state in ('created', 'updated', 'skipped', 'failed')),
  reason text,
  resource_id uuid references resources on delete set null,
  primary key (upload_id, "position")
);

create table favourite_folders (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  name text not null,
  position integer not null default 0,
  created_at timestamptz not null default now()
);
create unique index favourite_folders_name on favourite_folders (owner_id, lower(name));

create table favourites (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  resource_id uuid not null references resources on delete cascade,
  folder_id uuid references favourite_folders on delete set null,
  note text not null default '',
  position double precision not null,
  -- The version when it was starred or last viewed, to show what has changed since.
  seen_version_number integer not null,
  created_at timestamptz not null default now(),
  unique (owner_id, resource_id)
);
create index favourites_place on favourites (owner_id, folder_id, "position", id);
create index favourites_resource on favourites (resource_id);
-- Finds resources starred within a range of days.
create index favourites_created on favourites (created_at, resource_id);

alter table jobs add foreign key (resource_id) references resources on delete cascade;
alter table jobs add foreign key (version_id) references resource_versions on delete cascade;
alter table language_model_calls add foreign key (resource_id) references resources on delete set null;

create function resource_tabs(kind text, state text, work_failed boolean) returns text[] language sql immutable
  parallel safe as $$
  select case
    when state = 'purged' then '{}'::text[]
    when state = 'trashed' then array['trash']
    else array_remove(array[
      'all',
      kind,
      case state when 'in_review' then 'inReview' when 'offline' then 'offline' end,
      case when work_failed then 'failed' end
    ], null)
  end
$$;

create function note_resources_added() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, tab, department_id, open, delta)
  select 'resource', tabs.tab, added.department_id, added.state = 'published', count(*)
  from added cross join lateral unnest(resource_tabs(added.kind, added.state, added.work_failed)) tabs (tab)
  group by tabs.tab, added.department_id, added.state = 'published';
  insert into library_usage (library_id, resources, bytes)
  select library_id, count(*), 0 from added where state <> 'purged' group by library_id;
  insert into resource_checksums (sha256, live)
  select sha256, count(*) from added where state not in ('trashed', 'purged') group by sha256 order by sha256
  on conflict (sha256) do update set live = resource_checksums.live + excluded.live;
  return null;
end
$$;
create trigger resources_added after insert on resources referencing new table as added for each statement
  execute function note_resources_added();

create function note_resources_changed() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, tab, department_id, open, delta)
  select 'resource', changes.tab, changes.department_id, changes.open, sum(changes.delta)
  from (
    select tabs.tab, added.department_id, added.state = 'published' as open, 1 as delta
    from added cross join lateral unnest(resource_tabs(added.kind, added.state, added.work_failed)) tabs (tab)
    union all
    select tabs.tab, removed.department_id, removed.state = 'published', -1
    from removed cross join lateral unnest(resource_tabs(removed.kind, removed.state, removed.work_failed)) tabs (tab)
  ) changes
  group by changes.tab, changes.department_id, changes.open
  having sum(changes.delta) <> 0;
  insert into library_usage (library_id, resources, bytes)
  select changes.library_id, sum(changes.delta), sum(changes.bytes)
  from (
    -- Versions count towards the library of their resource, so they move with it.
    select added.library_id, case when added.state = 'purged' then 0 else 1 end as delta,
      case when added.library_id = removed.library_id then 0 else moved.bytes end as bytes
    from added join removed on removed.id = added.id
      left join lateral (select coalesce(sum(size_bytes), 0) as bytes from resource_versions
        where resource_id = added.id and added.library_id <> removed.library_id) moved on true
    union all
    select removed.library_id, case when removed.state = 'purged' then 0 else -1 end,
      case when added.library_id = removed.library_id then 0 else -moved.bytes end
    from added join removed on removed.id = added.id
      left join lateral (select coalesce(sum(size_bytes), 0) as bytes from resource_versions
        where resource_id = added.id and added.library_id <> removed.library_id) moved on true
  ) changes
  group by changes.library_id
  having sum(changes.delta) <> 0 or sum(changes.bytes) <> 0;
  insert into resource_checksums (sha256, live)
  select changes.sha256, sum(changes.delta)
  from (
    select sha256, 1 as delta from added where state not in ('trashed', 'purged')
    union all
    select sha256, -1 from removed where state not in ('trashed', 'purged')
  ) changes
  group by changes.sha256
  having sum(changes.delta) <> 0
  order by changes.sha256
  on conflict (sha256) do update set live = resource_checksums.live + excluded.live;
  return null;
end
$$;
create trigger resources_changed after update on resources
  referencing old table as removed new table as added for each statement execute function note_resources_changed();

create function note_versions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into library_usage (library_id, resources, bytes)
    select resource.library_id, 0, sum(added.size_bytes)
    from added join resources resource on resource.id = added.resource_id group by resource.library_id;
  else
    insert into library_usage (library_id, resources, bytes)
    select resource.library_id, 0, -sum(removed.size_bytes)
    from removed join resources resource on resource.id = removed.resource_id group by resource.library_id;
  end if;
  return null;
end
$$;
create trigger versions_added after insert on resource_versions referencing new table as added for each statement
  execute function note_versions();
create trigger versions_removed after delete on resource_versions referencing old table as removed for each statement
  execute function note_versions();

create function note_tags_added() returns trigger language plpgsql as $$
begin
  insert into tag_usage (tag_id, resources)
  select tags.id, count(*)
  from added cross join lateral unnest(added.tag_ids) tags (id)
  where added.state not in ('trashed', 'purged')
  group by tags.id;
  return null;
end
$$;
create trigger resource_tags_added after insert on resources referencing new table as added for each statement
  execute function note_tags_added();

create function note_tags_changed() returns trigger language plpgsql as $$
begin
  insert into tag_usage (tag_id, resources)
  select changes.tag_id, sum(changes.delta)
  from (
    select tags.id as tag_id, 1 as delta from added cross join lateral unnest(added.tag_ids) tags (id)
    where added.state not in ('trashed', 'purged')
    union all
    select tags.id, -1 from removed cross join lateral unnest(removed.tag_ids) tags (id)
    where removed.state not in ('trashed', 'purged')
  ) changes
  group by changes.tag_id
  having sum(changes.delta) <> 0;
  return null;
end
$$;
create trigger resource_tags_changed after update on resources
  referencing old table as removed new table as added for each statement execute function note_tags_changed();

create function note_tag_facets_added() returns trigger language plpgsql as $$
begin
  insert into tag_facets (tag_id, kind, state, work_failed, uses)
  select tags.id, added.kind, added.state, added.work_failed, count(*)
  from added cross join lateral (select distinct unnest(added.tag_ids) as id) tags
  where added.state <> 'purged'
  group by tags.id, added.kind, added.state, added.work_failed;
  return null;
end
$$;
create trigger resource_tag_facets_added after insert on resources referencing new table as added for each statement
  execute function note_tag_facets_added();

create function note_tag_facets_changed() returns trigger language plpgsql as $$
begin
  insert into tag_facets (tag_id, kind, state, work_failed, uses)
  select changes.tag_id, changes.kind, changes.state, changes.work_failed, sum(changes.delta)
  from (
    select tags.id as tag_id, added.kind, added.state, added.work_failed, 1 as delta
    from added cross join lateral (select distinct unnest(added.tag_ids) as id) tags where added.state <> 'purged'
    union all
    select tags.id, removed.kind, removed.state, removed.work_failed, -1
    from removed cross join lateral (select distinct unnest(removed.tag_ids) as id) tags where removed.state <> 'purged'
  ) changes
  group by changes.tag_id, changes.kind, changes.state, changes.work_failed
  having sum(changes.delta) <> 0;
  return null;
end
$$;
create trigger resource_tag_facets_changed after update on resources
  referencing old table as removed new table as added for each statement execute function note_tag_facets_changed();

insert into libraries (id, kind, name) values ('0199a000-0000-7000-8000-000000000001', 'school', 'School library');
