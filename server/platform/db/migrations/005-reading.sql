-- What machines derive from a version: renditions, readings and passages.

-- Normalizes text for search: lower case, no accents, one width, one space before each word. Scripts without spaces
-- (from U+2E80 on) are separated from words of letters. Must match the server's foldText.
create function fold_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := value;
begin
  if octet_length(value) > length(value) then
    folded := regexp_replace(normalize(folded, NFKD), '[\u00ad\u0300-\u036f\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]+', '', 'g');
    folded := regexp_replace(lower(normalize(folded, NFKC)),
      '[\u0001-\u001f!-/:-@[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb]+', ' ', 'g');
    if folded ~ '[\u2e80-\U0010ffff]' then
      folded := regexp_replace(folded, '([\u2e80-\U0010ffff])(?=[^ \u2e80-\U0010ffff])', '\1 ', 'g');
      folded := regexp_replace(folded, '([^ \u2e80-\U0010ffff])(?=[\u2e80-\U0010ffff])', '\1 ', 'g');
    end if;
  else
    folded := regexp_replace(lower(folded), '[\u0001-\u001f!-/:-@[-`{-\u007f]+', ' ', 'g');
  end if;
  return ' ' || array_to_string(array_remove(string_to_array(folded, ' '), ''), ' ');
end
$$;

-- Index terms of a folded text: words cut to 40 characters; for scripts without spaces, each pair of adjacent
-- characters and the last character of each run, so that every character starts a term.
create function text_terms(folded text) returns tsvector language plpgsql immutable strict parallel restricted as $$
declare
  words text[] := array_remove(string_to_array(folded, ' '), '');
  characters text[];
begin
  if octet_length(folded) > length(folded) and folded ~ '[\u2e80-\U0010ffff]' then
    characters := string_to_array(folded, null);
    words := array(select word from unnest(words) word where word < U&'\2e80' collate "C")
      || array(
        select case when next >= U&'\2e80' collate "C" then this || next else this end
        from unnest(characters, characters[2:]) pair (this, next) where this >= U&'\2e80' collate "C");
  end if;
  if folded ~ '[^ \u2e80-\U0010ffff]{41}' then
    words := array(select left(word, 40) from unnest(words) word);
  end if;
  return array_to_tsvector(words);
end
$$;

-- Kinds of jobs that are paused: running jobs finish, but no new ones start.
create table paused_queues (
  kind text primary key,
  paused_by uuid references users on delete set null,
  paused_at timestamptz not null default now()
);

-- Files that were derived from a version.
create table renditions (
  id uuid primary key,
  version_id uuid not null references resource_versions,
  kind text not null,
  -- Page number; 0 for renditions without pages.
  page integer not null default 0,
  file_id uuid not null references files,
  facts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (version_id, kind, page)
);
create index renditions_file on renditions (file_id);

-- Long documents of which only the first pages are rendered; an idle worker renders the rest.
create table undrawn_pages (
  version_id uuid primary key references resource_versions on delete cascade,
  next_page integer not null,
  -- Consecutive failures at these pages; after a few, the worker skips to the next ones.
  tries smallint not null default 0,
  -- Lease of the worker that is rendering.
  taken_until timestamptz
);

create table readings (
  id uuid primary key,
  resource_id uuid not null references resources on delete cascade,
  version_id uuid not null references resource_versions on delete cascade,
  source text not null check (source in ('document', 'ocr', 'speech')),
  number integer not null,
  origin text not null check (origin in ('machine', 'edited', 'imported')),
  -- The reading that people see and search finds; one per source of a resource.
  current boolean not null,
  engine text,
  options jsonb not null default '{}',
  source_sha256 bytea not null,
  language text,
  confidence real,
  -- Number of words the engine is unsure of.
  doubtful integer not null default 0,
  characters integer not null,
  parts integer not null,
  checked_by uuid references users on delete set null,
  checked_at timestamptz,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- Lets lists filter by what the task and the job's check state also say: someone should check the text.
  needs_check boolean not null default false,
  -- The transcript may be in another language than it was recognised in. People see it, but nothing is derived from it
  -- until someone has checked it.
  language_doubt boolean not null default false,
  withheld boolean generated always as (language_doubt and (checked_at is null)) stored not null,
  unique (resource_id, source, number)
);
create unique index readings_current on readings (resource_id, source) where current;
create index readings_version on readings (version_id);

-- The texts that search finds. Code that writes a title or description also writes its passage.
create table passages (
  id bigint generated always as identity primary key,
  resource_id uuid not null references resources on delete cascade,
  source text not null check (source in ('title', 'description', 'document', 'ocr', 'speech', 'subtitle', 'summary')),
  reading_id uuid references readings on delete cascade,
  -- Reading order.
  position integer not null,
  page integer,
  start_ms integer,
  end_ms integer,
  box real[] check (array_length(box, 1) = 4),
  confidence real,
  language text,
  text text not null,
  folded text generated always as (fold_text(text)) stored not null,
  -- Undisguised readings of the text, found by the scan; empty for most passages.
  variants text not null default ''
);
create index passages_resource on passages (resource_id, source, "position");
create index passages_reading on passages (reading_id) where reading_id is not null;
-- Without fastupdate, because every search would also have to read the pending entries.
create index passages_terms on passages using gin (text_terms(folded)) with (fastupdate = off);
create index passages_variants on passages using gin (text_terms(variants)) with (fastupdate = off) where variants <>
  '';

-- One part per page; for speech, one per few minutes.
create table reading_parts (
  reading_id uuid references readings on delete cascade,
  number integer,
  content jsonb not null,
  primary key (reading_id, number)
);

-- Words that machines get wrong and their correct spelling. Deleted terms are kept for Undo.
create table glossary_terms (
  id uuid primary key,
  wrong text not null,
  correct text not null,
  -- Identifies duplicates regardless of letter case and width.
  key text generated always as (lower(NORMALIZE(wrong, NFKC))) stored not null,
  -- null means texts in every language.
  language text,
  whole_word boolean not null default true,
  enabled boolean not null default true,
  note text not null default '',
  search_text text generated always as (lower(((((wrong || ' ') || correct) || ' ') || note))) stored not null,
  version integer not null default 1,
  deleted_at timestamptz,
  created_by uuid references users on delete set null,
  updated_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index glossary_terms_key on glossary_terms (key, coalesce(language, '')) where deleted_at is null;
create index glossary_terms_by_wrong on glossary_terms (lower(wrong), id);
create index glossary_terms_by_updated on glossary_terms (updated_at, id);

-- Unsaved edits: one draft per text, owned by one person. It survives closing the window.
create table text_drafts (
  -- Document, OCR and speech texts are identified by their resource, because every save creates a new reading.
  object_type text check (object_type in ('documentText', 'ocrText', 'speechText', 'subtitle', 'summary')),
  object_id uuid,
  resource_id uuid references resources on delete cascade,
  -- The version the draft is based on.
  base_id uuid not null,
  user_id uuid not null references users on delete cascade,
  -- Changed parts by number; a text without parts is stored whole as part 1.
  content jsonb not null,
  version bigint not null default 1,
  updated_at timestamptz not null default now(),
  primary key (object_type, object_id)
);
create index text_drafts_user on text_drafts (user_id);
create index text_drafts_resource on text_drafts (resource_id);

-- Hash of the texts a summary is based on; the summary is out of date when it changes.
create function summary_source(of_resource uuid) returns bytea language sql stable as $$
  select sha256(convert_to(coalesce(string_agg(source || ' ' || text, E'\n' order by source, position), ''), 'UTF8'))
  from passages where resource_id = of_resource and source in ('document', 'ocr', 'speech')
$$;
