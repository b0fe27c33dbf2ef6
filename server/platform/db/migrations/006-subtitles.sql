
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
-- or unpublished. Code that writes a track's text also cuts its chunks.
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

create trigger subtitle_set_added after insert on subtitle_sets for each row execute function count_subtitle_set();
create trigger subtitle_set_removed after delete on subtitle_sets for each row execute function count_subtitle_set();
create trigger subtitle_set_changed after update on subtitle_sets for each row
  when ((old.live <> new.live) or (old.states <> new.states) or ((old.problems > 0) <> (new.problems > 0)) or
    (old.department_id is distinct from new.department_id))
  execute function count_subtitle_set();
