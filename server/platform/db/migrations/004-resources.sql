-- Libraries and resources, with their versions, tags and duplicates.

-- Pairs of neighbouring characters: an index on them finds any piece of two characters or more, in every script.
create function bigrams(value text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(value), place, 2)), '{}')
  from generate_series(1, greatest(length(value) - 1, 0)) place
$$;

-- Each character beyond ASCII, and each pair of neighbours among them.
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
  -- Whose it is, where it is a personal one.
  owner_id uuid references users on delete cascade,
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
  constraint libraries_check1 check ((kind = 'college') = (college_id is not null))
);
create unique index libraries_owner on libraries (owner_id) where owner_id is not null;
create unique index libraries_name on libraries (kind, lower(name)) where owner_id is null;

create table folders (
  id uuid primary key,
  library_id uuid not null references libraries on delete cascade,
  parent_id uuid references folders,
  name text not null,
  -- The ids from the root down, each closed by a slash.
  path text not null,
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index folders_name on folders (library_id, parent_id, lower(name)) nulls not distinct;
create index folders_path on folders (path text_pattern_ops);
create index folders_parent on folders (parent_id);

-- What a library holds, as differences that are folded together now and then: nobody waits for anybody.
create table library_usage (
  library_id uuid not null references libraries on delete cascade,
  resources bigint not null,
  bytes bigint not null
);
create index library_usage_library on library_usage (library_id);

-- How many resources have a tag, by what tabs and the commonest filters ask for, as differences that are folded together
-- now and then: a tag that many have is counted without a look at the resources.
create table tag_facets (
  tag_id uuid not null,
  kind text not null,
  state text not null,
  work_failed boolean not null,
  uses bigint not null
);
create index tag_facets_tag on tag_facets (tag_id);

-- How many resources outside the trash have a tag, as differences that are folded together now and then.
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

-- People looked at these twins and keep them all.
create table duplicate_decisions (
  sha256 bytea primary key,
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null default now()
);

-- The same bytes more than once among what is not in the trash.
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
  -- Why it was rejected, blocked, taken offline or trashed, in the words of whoever did it.
  state_reason text,
  state_since timestamptz not null default now(),
  state_by uuid references users on delete set null,
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
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (lower(((((((title || ' ') || file_name) || ' ') || author) || ' ') ||
    description))) stored,
  has_text boolean not null default false,
  low_confidence boolean not null default false,
  -- A text of an older version is the newest there is.
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
-- Folders count what is in them, of what the person may see, without a look at the resources.
create index resources_folder_counts on resources (library_id, folder_id, state, department_id, owner_id) where
  (folder_id is not null) and (state not in ('trashed', 'purged'));
create index resources_file_name on resources (library_id, lower(file_name)) where state not in ('trashed', 'purged');
create index resources_work_failed on resources (updated_at, id) include (title, created_at, size_bytes, state, kind,
  owner_id, department_id, language, visibility) where work_failed and (state not in ('trashed', 'purged'));
create index resources_facets on resources (kind, state, language, visibility, library_id);
create index resources_department on resources (department_id, state, kind, language, visibility, library_id);
create index resources_subject on resources (subject_id, state, kind, language) where subject_id is not null;
create index resources_year on resources (year, state, kind, language);
-- Any page of any tab in any order is a walk along one of these.
create index resources_by_updated on resources (updated_at, id, kind, visibility, language, library_id, subject_id,
  year) include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_created on resources (created_at, id, kind, visibility, language, library_id, subject_id,
  year) include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_size on resources (size_bytes, id, kind, visibility, language, library_id, subject_id, year)
  include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_title on resources (lower(title), id, kind, visibility, language, library_id, subject_id,
  year) include (title, state, work_failed, owner_id, department_id) where state not in ('trashed', 'purged');
-- The language decides where titles stand in the alphabet: from Z to A, all Chinese ones come before the first in Latin
-- letters. Whoever asks for one language does not walk past the others.
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
-- The portal lists the newest first.
create index resources_portal on resources (coalesce(published_at, created_at), id) where state = 'published';
-- Rules show what was published last, and what was viewed most; clicks are counted by entry.
create index resources_by_published on resources (published_at desc nulls last, id) include (kind, visibility,
  subject_id) where state = 'published';

create table resource_notes (
  id uuid primary key,
  resource_id uuid not null references resources on delete cascade,
  author_id uuid references users on delete set null,
  text text not null,
  -- The page or the second it is about.
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
  -- What the file says of itself: codecs, EXIF, pages.
  facts jsonb not null default '{}',
  note text not null default '',
  -- Restored from this one.
  from_number integer,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  unique (resource_id, number)
);
create index resource_versions_file on resource_versions (file_id);
create index resource_versions_sha256 on resource_versions (sha256);

-- What a picture looks like, in 64 bits: of two that look alike, few bits differ. Beside the versions and not among the
-- resources, whose rows change often while a version's picture never does.
create table picture_hashes (
  version_id uuid primary key references resource_versions on delete cascade,
  -- 0: a plain area, which looks like every other.
  hash bigint not null,
  -- Four times 16 bits, each with its place. Where no more than eleven bits differ, at least one of the four differs in
  -- no more than two: so few values that an index can be asked for them all.
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
  -- Files that were dropped together.
  batch_id uuid not null,
  file_name text not null,
  -- Within the dropped folder, without the name; '' at its top.
  relative_path text not null default '',
  size_bytes bigint not null,
  offset_bytes bigint not null default 0,
  library_id uuid not null references libraries on delete cascade,
  folder_id uuid references folders on delete set null,
  -- Set: the file becomes this resource's next version.
  replaces_id uuid references resources on delete cascade,
  on_duplicate text not null default 'ask' check (on_duplicate in ('ask', 'use_existing', 'keep_both', 'new_version'
    )),
  state text not null default 'receiving' check (state in ('receiving', 'checking', 'duplicate', 'unpacking', 'done',
    'refused', 'cancelled')),
  -- Why it was refused, by its code, and what fills the text.
  refusal jsonb,
  store_key text not null,
  sha256 bytea,
  content_type text,
  duplicate_of uuid references resources on delete set null,
  resource_id uuid references resources on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- What the store needs besides the key to go on with a file that comes in pieces.
  assembly text not null default '',
  -- By its content, while somebody has to choose what becomes of it.
  format text,
  -- Who writes just now, and until when that is believed: a process that died is not waited for longer.
  writer uuid,
  writer_until timestamptz,
  -- In which words, and from where, whoever announced it is spoken to by the work that follows.
  language text not null default 'en',
  unpack_job_id uuid,
  -- The language of the resource an upload becomes. `language` is the one its owner reads refusals in.
  resource_language text
);
create index uploads_owner on uploads (owner_id, created_at desc);
create index uploads_expiry on uploads (expires_at) where state in ('receiving', 'checking', 'duplicate');
-- The tidy-up asks which stored objects an upload still names.
create index uploads_store_key on uploads (store_key) where state in ('receiving', 'checking', 'duplicate',
  'unpacking');
create index uploads_library on uploads (library_id) where state in ('receiving', 'checking', 'duplicate', 'unpacking'
  );
create index uploads_settled on uploads (updated_at) where state in ('done', 'refused', 'cancelled');

-- What came out of an archive.
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
  -- What it was when it was starred or last looked at: tells what changed since.
  seen_version_number integer not null,
  created_at timestamptz not null default now(),
  unique (owner_id, resource_id)
);
create index favourites_place on favourites (owner_id, folder_id, "position", id);
create index favourites_resource on favourites (resource_id);
-- What became a favourite on some days.
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

create trigger resources_hand_on_work after update of department_id, owner_id, version_id, state on resources
  for each row
  when ((old.department_id is distinct from new.department_id) or (old.owner_id <> new.owner_id) or (old.version_id is
    distinct from new.version_id) or ((old.state in ('trashed', 'purged')) <> (new.state in ('trashed', 'purged'))))
  execute function note_work_of_resource();

insert into libraries (id, kind, name) values ('0199a000-0000-7000-8000-000000000001', 'school', 'School library');
