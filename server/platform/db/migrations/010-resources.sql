-- Libraries and folders ---------------------------------------------------------------------------------------------

create extension if not exists pg_trgm;

create table libraries (
  id uuid primary key,
  kind text not null check (kind in ('school', 'college', 'personal')),
  name text not null,
  description text not null default '',
  college_id uuid references colleges (id),
  -- Whose it is, where it is a personal one.
  owner_id uuid references users (id) on delete cascade,
  -- null: as much as the disk holds.
  quota_bytes bigint check (quota_bytes > 0),
  -- Who may bring something in, besides those who look after it.
  contributors text not null default 'editors' check (contributors in ('editors', 'everyone')),
  -- What new resources begin with.
  default_language text,
  default_licence text,
  default_visibility text not null default 'campus',
  -- What the machine does by itself with what is brought in.
  processing jsonb not null default '{}',
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'personal') = (owner_id is not null)),
  check ((kind = 'college') = (college_id is not null))
);
create unique index libraries_owner on libraries (owner_id) where owner_id is not null;
create unique index libraries_name on libraries (kind, lower(name)) where owner_id is null;

insert into libraries (id, kind, name) values ('0199a000-0000-7000-8000-000000000001', 'school', 'School library');

-- What a library holds, as differences that are folded together now and then: nobody waits for anybody.
create table library_usage (
  library_id uuid not null references libraries (id) on delete cascade,
  resources bigint not null,
  bytes bigint not null
);
create index library_usage_library on library_usage (library_id);

create table folders (
  id uuid primary key,
  library_id uuid not null references libraries (id) on delete cascade,
  parent_id uuid references folders (id),
  name text not null,
  -- The ids from the root down, each closed by a slash.
  path text not null,
  version integer not null default 1,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index folders_name on folders (library_id, parent_id, lower(name)) nulls not distinct;
create index folders_path on folders (path text_pattern_ops);
create index folders_parent on folders (parent_id);

create table tags (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index tags_name on tags (lower(name));
create index tags_search on tags using gin (bigrams(name));

-- Resources -----------------------------------------------------------------------------------------------------------

create table resources (
  id uuid primary key,
  kind text not null check (kind in ('document', 'video', 'audio', 'image')),
  title text not null,
  description text not null default '',
  language text,
  subject_id uuid references subjects (id) on delete set null,
  author text not null default '',
  year smallint,
  source text not null default '',
  alt_text text not null default '',
  licence text,
  licence_until date,
  visibility text not null default 'campus' check (visibility in ('everyone', 'campus', 'department', 'owner')),
  tag_ids uuid[] not null default '{}',
  owner_id uuid not null references users (id),
  department_id uuid references departments (id),
  library_id uuid not null references libraries (id),
  folder_id uuid references folders (id),
  state text not null default 'draft' check (state in (
    'draft', 'processing', 'ready', 'in_review', 'rejected', 'published', 'offline', 'blocked', 'trashed', 'purged')),
  -- Why it was rejected, blocked, taken offline or trashed, in the words of whoever did it.
  state_reason text,
  state_since timestamptz not null default now(),
  state_by uuid references users (id) on delete set null,
  -- Where a trashed one returns to.
  state_before text,
  publish_at timestamptz,
  offline_at timestamptz,
  published_at timestamptz,
  -- A piece of machine work on the current version failed.
  work_failed boolean not null default false,
  -- The current version, and what lists show of it.
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
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (lower(title || ' ' || file_name || ' ' || author || ' ' || description)) stored
);

-- Any page of any tab in any order is a walk along one of these.
create index resources_by_updated on resources (updated_at, id) where state not in ('trashed', 'purged');
create index resources_by_created on resources (created_at, id) where state not in ('trashed', 'purged');
create index resources_by_title on resources (lower(title), id) where state not in ('trashed', 'purged');
create index resources_by_size on resources (size_bytes, id) where state not in ('trashed', 'purged');
create index resources_kind_updated on resources (kind, updated_at, id) where state not in ('trashed', 'purged');
create index resources_kind_created on resources (kind, created_at, id) where state not in ('trashed', 'purged');
create index resources_kind_title on resources (kind, lower(title), id) where state not in ('trashed', 'purged');
create index resources_kind_size on resources (kind, size_bytes, id) where state not in ('trashed', 'purged');
create index resources_state_updated on resources (state, updated_at, id);
create index resources_state_created on resources (state, created_at, id);
create index resources_state_title on resources (state, lower(title), id);
create index resources_state_size on resources (state, size_bytes, id);
create index resources_work_failed on resources (updated_at, id) where work_failed and state not in ('trashed', 'purged');
create index resources_owner on resources (owner_id, updated_at, id);
create index resources_department on resources (department_id, updated_at, id);
create index resources_library on resources (library_id, updated_at, id);
create index resources_folder on resources (folder_id, lower(title), id) where folder_id is not null;
create index resources_subject on resources (subject_id) where subject_id is not null;
create index resources_sha256 on resources (sha256);
create index resources_tags on resources using gin (tag_ids);
create index resources_search on resources using gin (bigrams(search_text));
create index resources_similar on resources using gin (lower(title) gin_trgm_ops);
create index resources_publish_at on resources (publish_at) where publish_at is not null;
create index resources_offline_at on resources (offline_at) where offline_at is not null;
create index resources_licence_until on resources (licence_until) where licence_until is not null;

create table resource_versions (
  id uuid primary key,
  resource_id uuid not null references resources (id),
  number integer not null,
  file_id uuid not null references files (id),
  file_name text not null,
  format text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  duration_seconds double precision,
  page_count integer,
  width integer,
  height integer,
  -- What the file says of itself: codecs, EXIF, pages.
  facts jsonb not null default '{}',
  note text not null default '',
  -- Restored from this one.
  from_number integer,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (resource_id, number)
);
create index resource_versions_file on resource_versions (file_id);
create index resource_versions_sha256 on resource_versions (sha256);

-- Files that were derived from a version.
create table renditions (
  id uuid primary key,
  version_id uuid not null references resource_versions (id),
  kind text not null,
  -- The page it shows; 0 where there are no pages.
  page integer not null default 0,
  file_id uuid not null references files (id),
  facts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (version_id, kind, page)
);
create index renditions_file on renditions (file_id);

-- The same bytes more than once among what is not in the trash.
create table resource_checksums (
  sha256 bytea primary key,
  live integer not null
);
create index resource_checksums_double on resource_checksums (sha256) where live > 1;

-- People looked at these twins and keep them all.
create table duplicate_decisions (
  sha256 bytea primary key,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz not null default now()
);

create table resource_notes (
  id uuid primary key,
  resource_id uuid not null references resources (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  text text not null,
  -- The page or the second it is about.
  page integer,
  second double precision,
  resolved_at timestamptz,
  resolved_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index resource_notes_resource on resource_notes (resource_id, created_at);

-- Counts ----------------------------------------------------------------------------------------------------------------

-- `open`: rows that everybody with the page may read, whatever their data scope.
alter table list_counts add column open boolean not null default false;

create function resource_tabs(kind text, state text, work_failed boolean) returns text[]
language sql immutable parallel safe as $$
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
    -- Versions are counted where their resource is: they move with it.
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

create trigger resources_added after insert on resources
  referencing new table as added for each statement execute function note_resources_added();
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
create trigger versions_added after insert on resource_versions
  referencing new table as added for each statement execute function note_versions();
create trigger versions_removed after delete on resource_versions
  referencing old table as removed for each statement execute function note_versions();

-- Uploads ---------------------------------------------------------------------------------------------------------------

create table uploads (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  -- Files that were dropped together.
  batch_id uuid not null,
  file_name text not null,
  -- Within the dropped folder, without the name; '' at its top.
  relative_path text not null default '',
  size_bytes bigint not null,
  offset_bytes bigint not null default 0,
  library_id uuid not null references libraries (id) on delete cascade,
  folder_id uuid references folders (id) on delete set null,
  -- Set: the file becomes this resource's next version.
  replaces_id uuid references resources (id) on delete cascade,
  on_duplicate text not null default 'ask' check (on_duplicate in ('ask', 'use_existing', 'keep_both', 'new_version')),
  state text not null default 'receiving' check (state in (
    'receiving', 'checking', 'duplicate', 'unpacking', 'done', 'refused', 'cancelled')),
  -- Why it was refused, by its code, and what fills the text.
  refusal jsonb,
  store_key text not null,
  sha256 bytea,
  content_type text,
  duplicate_of uuid references resources (id) on delete set null,
  resource_id uuid references resources (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_owner on uploads (owner_id, created_at desc);
create index uploads_expiry on uploads (expires_at) where state in ('receiving', 'checking', 'duplicate');

-- What came out of an archive.
create table upload_entries (
  upload_id uuid not null references uploads (id) on delete cascade,
  position integer not null,
  name text not null,
  state text not null check (state in ('created', 'updated', 'skipped', 'failed')),
  reason text,
  resource_id uuid references resources (id) on delete set null,
  primary key (upload_id, position)
);

-- What somebody asked to get as one archive.
create table downloads (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  resource_ids uuid[] not null,
  created_at timestamptz not null default now()
);
create index downloads_created on downloads (created_at);

-- Favourites ------------------------------------------------------------------------------------------------------------

create table favourite_folders (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  name text not null,
  position integer not null default 0,
  created_at timestamptz not null default now()
);
create unique index favourite_folders_name on favourite_folders (owner_id, lower(name));

create table favourites (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  resource_id uuid not null references resources (id) on delete cascade,
  folder_id uuid references favourite_folders (id) on delete set null,
  note text not null default '',
  position double precision not null,
  -- What it was when it was starred or last looked at: tells what changed since.
  seen_version_number integer not null,
  created_at timestamptz not null default now(),
  unique (owner_id, resource_id)
);
create index favourites_place on favourites (owner_id, folder_id, position, id);
create index favourites_resource on favourites (resource_id);

-- Columns ---------------------------------------------------------------------------------------------------------------

create table columns (
  id uuid primary key,
  parent_id uuid references columns (id),
  name text not null,
  slug text not null,
  path text not null,
  position double precision not null,
  description text not null default '',
  cover_file_id uuid references files (id) on delete set null,
  visible boolean not null default true,
  mode text not null default 'manual' check (mode in ('manual', 'rule')),
  -- A view of the list of resources, as its address spells it.
  rule text not null default '',
  sort_rule text not null default 'manual' check (sort_rule in ('manual', 'newest', 'title', 'updated')),
  item_limit integer check (item_limit between 1 and 10000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index columns_slug on columns (parent_id, lower(slug)) nulls not distinct;
create index columns_path on columns (path text_pattern_ops);
create index columns_parent on columns (parent_id, position);

create table column_items (
  column_id uuid not null references columns (id) on delete cascade,
  resource_id uuid not null references resources (id) on delete cascade,
  position double precision not null,
  pinned boolean not null default false,
  added_by uuid references users (id) on delete set null,
  added_at timestamptz not null default now(),
  primary key (column_id, resource_id)
);
create index column_items_order on column_items (column_id, pinned desc, position, resource_id);
create index column_items_resource on column_items (resource_id);
