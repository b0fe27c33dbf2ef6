-- Subtitles: the languages of a video, each with every text it ever had.

create table subtitles (
  id uuid primary key,
  resource_id uuid not null references resources (id) on delete cascade,
  -- The file that the current text was made for.
  version_id uuid not null references resource_versions (id) on delete cascade,
  language text not null,
  label text not null default '',
  state text not null check (state in ('auto', 'edited', 'checked', 'published')),
  is_default boolean not null default false,
  -- Made for another file, or from another transcript, than the one that is current.
  stale boolean not null default false,
  -- The current text, what it holds, and how many of the rules of readable cues it breaks.
  text_id uuid not null,
  number integer not null,
  origin text not null check (origin in ('machine', 'edited', 'imported', 'translated')),
  cues integer not null,
  problems integer not null,
  -- The transcript that it goes back to; null: none.
  reading_id uuid references readings (id) on delete set null,
  -- A newer result of the machine that waits beside what a person made.
  offered integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null default now(),
  checked_by uuid references users (id) on delete set null,
  checked_at timestamptz,
  published_by uuid references users (id) on delete set null,
  published_at timestamptz,
  deleted_by uuid references users (id) on delete set null,
  -- It can be brought back for a while.
  deleted_at timestamptz
);
create unique index subtitles_language on subtitles (resource_id, language) where deleted_at is null;
create unique index subtitles_default on subtitles (resource_id) where is_default and deleted_at is null;
create index subtitles_resource on subtitles (resource_id);
create index subtitles_version on subtitles (version_id);
create index subtitles_reading on subtitles (reading_id) where reading_id is not null;
create index subtitles_deleted on subtitles (deleted_at) where deleted_at is not null;

create table subtitle_versions (
  id uuid primary key,
  subtitle_id uuid not null references subtitles (id) on delete cascade,
  number integer not null,
  origin text not null check (origin in ('machine', 'edited', 'imported', 'translated')),
  content jsonb not null,
  cues integer not null,
  problems integer not null,
  engine text,
  options jsonb not null default '{}',
  reading_id uuid references readings (id) on delete set null,
  note text not null default '',
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (subtitle_id, number)
);
create index subtitle_versions_reading on subtitle_versions (reading_id) where reading_id is not null;

-- Whether a text is out of date, whoever changed what it was made of. ----------------------------------------------------

create function judge_subtitle() returns trigger language plpgsql as $$
begin
  select new.version_id is distinct from resources.version_id or (new.reading_id is not null and exists (
      select from readings where resource_id = new.resource_id and source = 'speech' and current
        and id <> new.reading_id))
    into new.stale from resources where id = new.resource_id;
  return new;
end
$$;
create trigger subtitles_are_judged before insert or update on subtitles
  for each row execute function judge_subtitle();

create function judge_subtitles_of_reading() returns trigger language plpgsql as $$
begin
  update subtitles set version_id = version_id where resource_id = new.resource_id;
  return null;
end
$$;
create trigger readings_judge_subtitles after insert or update of current on readings
  for each row when (new.source = 'speech' and new.current) execute function judge_subtitles_of_reading();

-- What search found of the subtitles of an older file is not in the new one.
create function judge_subtitles_of_resource() returns trigger language plpgsql as $$
begin
  update subtitles set version_id = version_id where resource_id = new.id;
  delete from passages where resource_id = new.id and source = 'subtitle';
  return null;
end
$$;
create trigger resources_judge_subtitles after update of version_id on resources
  for each row when (old.version_id is distinct from new.version_id) execute function judge_subtitles_of_resource();

-- A row for each video, with what its list asks of its tracks. -----------------------------------------------------------

create table subtitle_sets (
  resource_id uuid primary key references resources (id) on delete cascade,
  department_id uuid,
  owner_id uuid not null,
  -- Not in the trash.
  live boolean not null,
  languages text[] not null default '{}',
  states text[] not null default '{}',
  problems integer not null default 0,
  stale boolean not null default false,
  changed_at timestamptz not null default now()
);
create index subtitle_sets_changed on subtitle_sets (changed_at, resource_id) where live;
create index subtitle_sets_problems on subtitle_sets (problems, resource_id) where live;
create index subtitle_sets_none on subtitle_sets (changed_at, resource_id) where live and states = '{}';
create index subtitle_sets_owner on subtitle_sets (owner_id, changed_at, resource_id) where live;
create index subtitle_sets_department on subtitle_sets (department_id, changed_at, resource_id) where live;

create function note_subtitle_set() returns trigger language plpgsql as $$
begin
  if new.kind <> 'video' then
    delete from subtitle_sets where resource_id = new.id;
    return null;
  end if;
  insert into subtitle_sets as known (resource_id, department_id, owner_id, live)
  values (new.id, new.department_id, new.owner_id, new.state not in ('trashed', 'purged'))
  on conflict (resource_id) do update
    set department_id = excluded.department_id, owner_id = excluded.owner_id, live = excluded.live
    where (known.department_id, known.owner_id, known.live)
      is distinct from (excluded.department_id, excluded.owner_id, excluded.live);
  return null;
end
$$;
create trigger resources_have_subtitle_set after insert on resources
  for each row when (new.kind = 'video') execute function note_subtitle_set();
create trigger resources_change_subtitle_set after update of kind, department_id, owner_id, state on resources
  for each row when (
    (old.kind = 'video' or new.kind = 'video') and (
      old.kind <> new.kind or old.department_id is distinct from new.department_id or old.owner_id <> new.owner_id
      or (old.state in ('trashed', 'purged')) <> (new.state in ('trashed', 'purged'))))
  execute function note_subtitle_set();

create function note_tracks() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.resource_id else new.resource_id end;
begin
  update subtitle_sets set languages = found.languages, states = found.states, problems = found.problems,
    stale = found.stale, changed_at = coalesce(found.changed_at, now())
  from (
    select coalesce(array_agg(language order by language), '{}') as languages,
      coalesce(array_agg(distinct state), '{}') as states, coalesce(sum(problems), 0)::int as problems,
      coalesce(bool_or(stale), false) as stale, max(changed_at) as changed_at
    from subtitles where resource_id = changed and deleted_at is null) found
  where resource_id = changed;
  return null;
end
$$;
create trigger subtitles_added after insert on subtitles for each row execute function note_tracks();
create trigger subtitles_removed after delete on subtitles for each row execute function note_tracks();
create trigger subtitles_changed after update on subtitles for each row when (
    (old.language, old.state, old.problems, old.stale, old.changed_at, old.deleted_at)
      is distinct from (new.language, new.state, new.problems, new.stale, new.changed_at, new.deleted_at))
  execute function note_tracks();

create function subtitle_tabs(live boolean, states text[], problems integer) returns text[]
language sql immutable parallel safe as $$
  select case when live then array_remove(states || array[
    'all',
    case when states = '{}' then 'none' end,
    case when problems > 0 then 'problems' end
  ], null) else '{}' end
$$;

create function count_subtitle_set() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_counts (list, tab, department_id, delta)
    select 'subtitle', tab, old.department_id, -1
    from unnest(subtitle_tabs(old.live, old.states, old.problems)) tabs (tab);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_counts (list, tab, department_id, delta)
    select 'subtitle', tab, new.department_id, 1
    from unnest(subtitle_tabs(new.live, new.states, new.problems)) tabs (tab);
  end if;
  return null;
end
$$;
create trigger subtitle_set_added after insert on subtitle_sets for each row execute function count_subtitle_set();
create trigger subtitle_set_removed after delete on subtitle_sets for each row execute function count_subtitle_set();
create trigger subtitle_set_changed after update on subtitle_sets for each row when (
    old.live <> new.live or old.states <> new.states or (old.problems > 0) <> (new.problems > 0)
    or old.department_id is distinct from new.department_id)
  execute function count_subtitle_set();

insert into subtitle_sets (resource_id, department_id, owner_id, live, changed_at)
select id, department_id, owner_id, state not in ('trashed', 'purged'), updated_at from resources where kind = 'video';
