
create table subtitle_sets (
  resource_id uuid primary key references resources on delete cascade,
  department_id uuid,
  owner_id uuid not null,
  -- False while the resource is in Trash.
  live boolean not null,
  languages text[] not null default '{}',
  states text[] not null default '{}',
  problems integer not null default 0,
  stale boolean not null default false,
  changed_at timestamptz not null default now()
);
create index subtitle_sets_changed on subtitle_sets (changed_at, resource_id) where live;
create index subtitle_sets_problems on subtitle_sets (problems, resource_id) where live;
create index subtitle_sets_none on subtitle_sets (changed_at, resource_id) where live and (states = '{}'::text[]);
create index subtitle_sets_owner on subtitle_sets (owner_id, changed_at, resource_id) where live;
create index subtitle_sets_department on subtitle_sets (department_id, changed_at, resource_id) where live;

create table subtitles (
  id uuid primary key,
  resource_id uuid not null references resources on delete cascade,
  -- The resource version the current text was made for.
  version_id uuid not null references resource_versions on delete cascade,
  language text not null,
  label text not null default '',
  state text not null check (state in ('auto', 'edited', 'checked', 'published')),
  is_default boolean not null default false,
  -- Set when the text was made for another version or from another transcript than the current one.
  stale boolean not null default false,
  -- The current text and its figures; `problems` counts cues that break readability rules.
  text_id uuid not null,
  number integer not null,
  origin text not null check (origin in ('machine', 'edited', 'imported', 'translated')),
  cues integer not null,
  problems integer not null,
  -- The transcript it was made from; null when there is none.
  reading_id uuid references readings on delete set null,
  -- Number of a newer machine result offered next to an edited text.
  offered integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_by uuid references users on delete set null,
  changed_at timestamptz not null default now(),
  checked_by uuid references users on delete set null,
  checked_at timestamptz,
  published_by uuid references users on delete set null,
  published_at timestamptz,
  deleted_by uuid references users on delete set null,
  -- Deleted tracks can be restored for a while.
  deleted_at timestamptz
);
create unique index subtitles_language on subtitles (resource_id, language) where deleted_at is null;
create unique index subtitles_default on subtitles (resource_id) where is_default and (deleted_at is null);
create index subtitles_resource on subtitles (resource_id);
create index subtitles_version on subtitles (version_id);
create index subtitles_reading on subtitles (reading_id) where reading_id is not null;
create index subtitles_deleted on subtitles (deleted_at) where deleted_at is not null;

-- Folded text of every track, for glossary lookups in subtitles that search doesn't cover because they are unchecked
-- or unpublished.
create table subtitle_chunks (
  subtitle_id uuid references subtitles on delete cascade,
  number integer,
  folded text not null,
  primary key (subtitle_id, number)
);
create index subtitle_chunks_terms on subtitle_chunks using gin (text_terms(folded)) with (fastupdate = off);

create table subtitle_versions (
  id uuid primary key,
  subtitle_id uuid not null references subtitles on delete cascade,
  number integer not null,
  origin text not null check (origin in ('machine', 'edited', 'imported', 'translated')),
  content jsonb not null,
  cues integer not null,
  problems integer not null,
  engine text,
  options jsonb not null default '{}',
  reading_id uuid references readings on delete set null,
  note text not null default '',
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  unique (subtitle_id, number)
);
create index subtitle_versions_reading on subtitle_versions (reading_id) where reading_id is not null;

create function judge_subtitles_of_reading() returns trigger language plpgsql as $$
begin
  update subtitles set version_id = version_id where resource_id = new.resource_id;
  return null;
end
$$;
create trigger readings_judge_added_subtitles after insert on readings for each row
  when ((new.source = 'speech') and new.current) execute function judge_subtitles_of_reading();
create trigger readings_judge_subtitles after update of current on readings for each row
  when ((new.source = 'speech') and (new.current <> old.current)) execute function judge_subtitles_of_reading();

-- Passages from the previous file's subtitles don't apply to the new file.
create function judge_subtitles_of_resource() returns trigger language plpgsql as $$
begin
  update subtitles set version_id = version_id where resource_id = new.id;
  delete from passages where resource_id = new.id and source = 'subtitle';
  return null;
end
$$;
create trigger resources_judge_subtitles after update of version_id on resources for each row
  when (old.version_id is distinct from new.version_id) execute function judge_subtitles_of_resource();

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
create trigger resources_have_subtitle_set after insert on resources for each row when (new.kind = 'video')
  execute function note_subtitle_set();
create trigger resources_change_subtitle_set after update of kind, department_id, owner_id, state on resources
  for each row
  when (((old.kind = 'video') or (new.kind = 'video')) and ((old.kind <> new.kind) or (old.department_id is distinct
    from new.department_id) or (old.owner_id <> new.owner_id) or ((old.state in ('trashed', 'purged')) <> (new.state
    in ('trashed', 'purged')))))
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
create trigger subtitles_changed after update on subtitles for each row
  when ((old.language, old.state, old.problems, old.stale, old.changed_at, old.deleted_at) is distinct from
    (new.language, new.state, new.problems, new.stale, new.changed_at, new.deleted_at))
  execute function note_tracks();

-- 50 cues per chunk, because a whole lecture may be too large for one index entry. In scripts without spaces, words
-- continue across line breaks.
create function cut_subtitle_chunks(track uuid, content jsonb) returns void language sql as $$
  delete from subtitle_chunks where subtitle_id = track;
  insert into subtitle_chunks (subtitle_id, number, folded)
  select track, (position - 1) / 50, string_agg(fold_text(regexp_replace(cue ->> 'text',
    '(?<=[\u2e80-\u9fff\uf900-\uffef])\n|\n(?=[\u2e80-\u9fff\uf900-\uffef])', '', 'g')), '' order by position)
  from jsonb_array_elements(content) with ordinality as cues (cue, position)
  group by 2;
$$;

create function index_subtitle_text() returns trigger language plpgsql as $$
begin
  perform cut_subtitle_chunks(new.subtitle_id, new.content) from subtitles
  where id = new.subtitle_id and text_id = new.id;
  return null;
end
$$;
create trigger subtitle_versions_indexed after insert on subtitle_versions for each row
  execute function index_subtitle_text();

create function index_subtitle() returns trigger language plpgsql as $$
begin
  perform cut_subtitle_chunks(new.id, content) from subtitle_versions where id = new.text_id;
  return null;
end
$$;
create trigger subtitles_indexed after update of text_id on subtitles for each row
  when (old.text_id is distinct from new.text_id) execute function index_subtitle();

create trigger subtitles_are_judged before insert or update on subtitles for each row
  execute function judge_subtitle();
create trigger subtitle_set_added after insert on subtitle_sets for each row execute function count_subtitle_set();
create trigger subtitle_set_removed after delete on subtitle_sets for each row execute function count_subtitle_set();
create trigger subtitle_set_changed after update on subtitle_sets for each row
  when ((old.live <> new.live) or (old.states <> new.states) or ((old.problems > 0) <> (new.problems > 0)) or
    (old.department_id is distinct from new.department_id))
  execute function count_subtitle_set();
