-- Machine work on versions: one row for each step of each version. Running it again begins the same row anew, so that
-- nothing is ever done twice at the same time.

alter table jobs drop constraint jobs_state_check;
alter table jobs
  add check (state in ('none', 'pending', 'queued', 'running', 'done', 'failed', 'skipped', 'cancelled')),
  add column resource_id uuid references resources (id) on delete cascade,
  add column version_id uuid references resource_versions (id) on delete cascade,
  -- Whether that version is the current one, and who may see it: as the resource says, which keeps it so.
  add column current boolean not null default false,
  add column resource_kind text,
  add column department_id uuid,
  add column owner_id uuid,
  add column options jsonb not null default '{}',
  -- The greatest first.
  add column priority smallint not null default 0,
  add column engine text,
  add column cause_code text,
  -- Whether somebody has looked at what was read, and how sure the machine is of it.
  add column check_state text check (check_state in ('needs_check', 'checked')),
  add column confidence real,
  add column language text,
  add column queued_at timestamptz not null default now(),
  add column changed_at timestamptz not null generated always as (
    greatest(queued_at, coalesce(started_at, queued_at), coalesce(finished_at, queued_at))) stored;

-- Of several looks at a version, the latest is the one that counts.
with latest as (
  select distinct on (input ->> 'versionId') jobs.id, version.id as version_id, resource.id as resource_id,
    resource.version_id = version.id as current, resource.kind, resource.department_id, resource.owner_id
  from jobs
    join resource_versions version on version.id::text = jobs.input ->> 'versionId'
    join resources resource on resource.id = version.resource_id
  where jobs.kind = 'inspect'
  order by input ->> 'versionId', jobs.created_at desc
)
update jobs set resource_id = latest.resource_id, version_id = latest.version_id, current = latest.current,
  resource_kind = latest.kind, department_id = latest.department_id, owner_id = latest.owner_id,
  queued_at = jobs.created_at
from latest where latest.id = jobs.id;

create unique index jobs_version_kind on jobs (version_id, kind) where version_id is not null;
create index jobs_resource on jobs (resource_id) where resource_id is not null;
create index jobs_by_changed on jobs (changed_at, id) where version_id is not null;
create index jobs_by_queued on jobs (queued_at, id) where version_id is not null;
create index jobs_kind_changed on jobs (kind, changed_at, id) where version_id is not null;
create index jobs_kind_queued on jobs (kind, queued_at, id) where version_id is not null;
create index jobs_state_changed on jobs (state, changed_at, id) where version_id is not null;
create index jobs_state_queued on jobs (state, queued_at, id) where version_id is not null;
create index jobs_cause on jobs (kind, cause_code, changed_at desc)
  where version_id is not null and current and state in ('failed', 'skipped');
create index jobs_owner on jobs (owner_id, changed_at, id) where version_id is not null;
create index jobs_department on jobs (department_id, changed_at, id) where version_id is not null;

-- What a resource hands on to its work.
create function note_work_of_resource() returns trigger language plpgsql as $$
begin
  update jobs set department_id = new.department_id, owner_id = new.owner_id,
    current = version_id is not distinct from new.version_id and new.state not in ('trashed', 'purged')
  where resource_id = new.id;
  return null;
end
$$;
create trigger resources_hand_on_work after update of department_id, owner_id, version_id, state on resources
  for each row when (
    old.department_id is distinct from new.department_id or old.owner_id <> new.owner_id
    or old.version_id is distinct from new.version_id
    or (old.state in ('trashed', 'purged')) <> (new.state in ('trashed', 'purged')))
  execute function note_work_of_resource();

-- The tabs of the three lists, each under its list's name.
create function work_tabs(kind text, state text, current boolean, cause_code text, check_state text) returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
    'work all',
    case when current and (state = 'failed' or (state = 'skipped' and cause_code = 'engineMissing'))
      then 'work attention' end,
    case when state = 'running' then 'work running' end,
    case when state in ('pending', 'queued') then 'work waiting' end,
    case when state = 'done' then 'work done' end,
    case when current and kind in ('ocr', 'asr') then kind || ' all' end,
    case when current and kind in ('ocr', 'asr') then
      case
        when state in ('none', 'cancelled') or (state = 'skipped' and cause_code = 'engineMissing') then kind || ' todo'
        when state in ('pending', 'queued', 'running') then kind || ' running'
        when state = 'failed' then kind || ' failed'
        when state = 'done' and check_state = 'needs_check' then kind || ' needsCheck'
        when state = 'done' and check_state = 'checked' then kind || ' checked'
        when state = 'done' then kind || ' done'
      end
    end
  ], null)
$$;

create function note_work() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.version_id is not null then
    insert into list_counts (list, tab, department_id, delta)
    select split_part(tab, ' ', 1), split_part(tab, ' ', 2), old.department_id, -1
    from unnest(work_tabs(old.kind, old.state, old.current, old.cause_code, old.check_state)) tabs (tab);
  end if;
  if tg_op <> 'DELETE' and new.version_id is not null then
    insert into list_counts (list, tab, department_id, delta)
    select split_part(tab, ' ', 1), split_part(tab, ' ', 2), new.department_id, 1
    from unnest(work_tabs(new.kind, new.state, new.current, new.cause_code, new.check_state)) tabs (tab);
  end if;
  return null;
end
$$;
create trigger work_added after insert on jobs for each row when (new.version_id is not null)
  execute function note_work();
create trigger work_removed after delete on jobs for each row when (old.version_id is not null)
  execute function note_work();
-- Progress, which is most of what is written, counts nothing anew.
create trigger work_changed after update on jobs for each row when (
    old.state <> new.state or old.current <> new.current or old.version_id is distinct from new.version_id
    or old.department_id is distinct from new.department_id or old.check_state is distinct from new.check_state
    or old.cause_code is distinct from new.cause_code)
  execute function note_work();

insert into list_counts (list, tab, department_id, delta)
select split_part(tab, ' ', 1), split_part(tab, ' ', 2), department_id, count(*)
from jobs cross join lateral unnest(work_tabs(kind, state, current, cause_code, check_state)) tabs (tab)
where version_id is not null group by 1, 2, 3;

-- Kinds of work that begin nothing new for the time being.
create table paused_queues (
  kind text primary key,
  paused_by uuid references users (id) on delete set null,
  paused_at timestamptz not null default now()
);

-- Readings: what was read from a version, by the machine or by people; every result is kept. ---------------------------

create table readings (
  id uuid primary key,
  resource_id uuid not null references resources (id) on delete cascade,
  version_id uuid not null references resource_versions (id) on delete cascade,
  source text not null check (source in ('document', 'ocr', 'speech')),
  number integer not null,
  origin text not null check (origin in ('machine', 'edited', 'imported')),
  -- What everybody sees and search finds; one of each source of a resource.
  current boolean not null,
  engine text,
  options jsonb not null default '{}',
  source_sha256 bytea not null,
  language text,
  confidence real,
  -- Words that the machine is not sure of.
  doubtful integer not null default 0,
  characters integer not null,
  parts integer not null,
  checked_by uuid references users (id) on delete set null,
  checked_at timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (resource_id, source, number)
);
create unique index readings_current on readings (resource_id, source) where current;
create index readings_version on readings (version_id);

-- A page each; of speech, some minutes each.
create table reading_parts (
  reading_id uuid not null references readings (id) on delete cascade,
  number integer not null,
  content jsonb not null,
  primary key (reading_id, number)
);

-- Passages: every piece of text that search finds, with its place. -----------------------------------------------------

-- A text as search compares it: small letters without accents, in one width, words with one space before each. Characters of
-- scripts that write no spaces (from U+2E80 on) stand apart from words of letters. The server's foldText says the same.
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

-- What the index knows of a folded text: its words as far as 40 characters; of scripts without spaces each pair of neighbours,
-- and the last character of each run, so that every character begins something.
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

create table passages (
  id bigint generated always as identity primary key,
  resource_id uuid not null references resources (id) on delete cascade,
  source text not null check (source in ('title', 'description', 'document', 'ocr', 'speech', 'subtitle', 'summary')),
  reading_id uuid references readings (id) on delete cascade,
  -- In the order of reading.
  position integer not null,
  page integer,
  start_ms integer,
  end_ms integer,
  box real[] check (array_length(box, 1) = 4),
  confidence real,
  language text,
  text text not null,
  folded text not null generated always as (fold_text(text)) stored
);
create index passages_resource on passages (resource_id, source, position);
create index passages_reading on passages (reading_id) where reading_id is not null;
-- What waits to be sorted in would be read by every search.
create index passages_terms on passages using gin (text_terms(folded)) with (fastupdate = off);
-- How frequent terms are is told by a sample of the texts: nobody needs statistics of the index.
alter index passages_terms alter column 1 set statistics 0;

-- Titles and descriptions are passages, too.
create function insert_passages_of_resources() returns trigger language plpgsql as $$
begin
  insert into passages (resource_id, source, position, language, text)
  select id, 'title', 1, language, title from inserted
  union all select id, 'description', 1, language, description from inserted where description <> '';
  return null;
end
$$;
create trigger resources_have_passages after insert on resources referencing new table as inserted
  for each statement execute function insert_passages_of_resources();

create function update_passages_of_resource() returns trigger language plpgsql as $$
begin
  delete from passages where resource_id = new.id and source in ('title', 'description');
  if new.state <> 'purged' then
    insert into passages (resource_id, source, position, language, text)
    select new.id, source, 1, new.language, text
    from (values ('title', new.title), ('description', new.description)) given (source, text) where text <> '';
  end if;
  return null;
end
$$;
create trigger resources_change_passages after update of title, description, language, state on resources
  for each row when (
    old.title <> new.title or old.description <> new.description or old.language is distinct from new.language
    or (old.state = 'purged') <> (new.state = 'purged'))
  execute function update_passages_of_resource();

insert into passages (resource_id, source, position, language, text)
select id, 'title', 1, language, title from resources where state <> 'purged'
union all
select id, 'description', 1, language, description from resources where state <> 'purged' and description <> '';

-- What lists of resources ask of their texts.
alter table resources
  add column has_text boolean not null default false,
  add column low_confidence boolean not null default false,
  -- A text of an older version is the newest there is.
  add column stale boolean not null default false;
create index resources_low_confidence on resources (updated_at, id)
  where low_confidence and state not in ('trashed', 'purged');
create index resources_stale on resources (updated_at, id) where stale and state not in ('trashed', 'purged');
