-- Sensitive words.

-- Version of all enabled words. A process with an older version reloads them. Code that changes words or packs locks
-- this row before any word, which prevents deadlocks and commits versions in order.
create table sensitive_dictionary (
  singleton boolean default true check (singleton) primary key,
  version bigint not null,
  -- The transaction that last raised the version, so each transaction raises it only once.
  raised_by xid8
);

-- A named set of words that is switched on and off together.
create table sensitive_packs (
  id uuid primary key,
  name text not null,
  description text not null default '',
  enabled boolean not null default true,
  version integer not null default 1,
  created_by uuid references users on delete set null,
  updated_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sensitive_packs_name on sensitive_packs (lower(name));

-- What changed with each version, so a re-scan only checks these words. `word_id` is null when a whole pack was
-- switched.
create table sensitive_word_changes (
  id bigint generated always as identity primary key,
  version bigint not null,
  word_id uuid,
  pack_id uuid,
  -- The fields that the matcher uses; null when the word was not enabled before or after the change.
  before jsonb,
  after jsonb,
  by uuid references users on delete set null,
  at timestamptz not null default now(),
  check ((word_id is null) <> (pack_id is null))
);
create index sensitive_word_changes_version on sensitive_word_changes (version);

create table sensitive_words (
  id uuid primary key,
  text text not null check ((length(text) >= 1) and (length(text) <= 200)),
  -- The normalized form that the matcher compares; two spellings with the same key are one word.
  key text not null check (key <> ''),
  mode text not null check (mode in ('exact', 'contains', 'wildcard')),
  -- Also match disguised spellings: inserted signs, repeated letters, digits for letters and so on.
  variants boolean not null default true,
  -- null: texts in every language.
  language text,
  category text not null,
  severity text not null check (severity in ('notice', 'review', 'block')),
  -- Limits the word to these text sources and resource kinds; empty: no limit.
  sources text[] not null default '{}',
  kinds text[] not null default '{}',
  exceptions text[] not null default '{}',
  note text not null default '',
  -- null: in no pack, so only the word's own switch applies.
  pack_id uuid references sensitive_packs,
  enabled boolean not null default true,
  -- Deleted words keep their row, because decisions show their text and Undo restores them.
  deleted_at timestamptz,
  -- Copied from the last rollup so that lists can sort by them.
  hits_30d integer not null default 0,
  decided integer not null default 0,
  confirmed integer not null default 0,
  precision_percent smallint generated always as (
case
    when (decided > 0) then ((round(((100.0 *
    (confirmed)::numeric) / (decided)::numeric)))::smallint)::integer
    else '-1'::integer
end) stored not null,
  version integer not null default 1,
  created_by uuid references users on delete set null,
  updated_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (lower(((text || ' ') || note))) stored not null,
  ignore_likely_false boolean not null default false
);
create unique index sensitive_words_key on sensitive_words (key, mode) where deleted_at is null;
create index sensitive_words_pack on sensitive_words (pack_id) where pack_id is not null;
create index sensitive_words_by_text on sensitive_words (lower(text), id) where deleted_at is null;
create index sensitive_words_by_updated on sensitive_words (updated_at, id) where deleted_at is null;
create index sensitive_words_by_hits on sensitive_words (hits_30d, id) where deleted_at is null;
create index sensitive_words_by_precision on sensitive_words (precision_percent, id) where deleted_at is null;
create index sensitive_words_severity on sensitive_words (severity, updated_at, id) where deleted_at is null;
create index sensitive_words_disabled on sensitive_words (updated_at, id) where (deleted_at is null) and (not
  enabled);
create index sensitive_words_search on sensitive_words using gin (search_text gin_trgm_ops) where deleted_at is null;
create index sensitive_words_pieces on sensitive_words using gin (wide_pieces(search_text)) where deleted_at is null;

-- Matches and decisions per word and day (UTC). Rows are deltas that a rollup merges, so scans that find the same word
-- never wait for each other.
create table sensitive_word_days (
  word_id uuid not null references sensitive_words on delete cascade,
  day date not null,
  hits integer not null default 0,
  decided integer not null default 0,
  confirmed integer not null default 0
);
create index sensitive_word_days_word on sensitive_word_days (word_id, day);

-- Raises the version once per transaction, so words changed one by one become visible together.
create function raise_sensitive_dictionary() returns bigint language plpgsql as $$
declare
  raised bigint;
begin
  update sensitive_dictionary set version = version + 1, raised_by = pg_current_xact_id()
  where raised_by is distinct from pg_current_xact_id() returning version into raised;
  if raised is null then select version into raised from sensitive_dictionary; end if;
  return raised;
end
$$;

create function sensitive_word_matched(word sensitive_words) returns jsonb language sql immutable parallel safe as $$
  select case when word.enabled and word.deleted_at is null then jsonb_build_object(
    'text', word.text, 'mode', word.mode, 'variants', word.variants, 'language', word.language,
    'severity', word.severity, 'sources', word.sources, 'kinds', word.kinds, 'exceptions', word.exceptions,
    'ignoreLikelyFalse', word.ignore_likely_false, 'packId', word.pack_id) end
$$;

create function note_sensitive_words() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  if tg_op = 'INSERT' then
    if not exists (select from added where sensitive_word_matched(added) is not null) then return null; end if;
    next := raise_sensitive_dictionary();
    insert into sensitive_word_changes (version, word_id, after, by)
    select next, added.id, sensitive_word_matched(added), added.updated_by from added
    where sensitive_word_matched(added) is not null;
  elsif tg_op = 'DELETE' then
    if not exists (select from removed where sensitive_word_matched(removed) is not null) then return null; end if;
    next := raise_sensitive_dictionary();
    insert into sensitive_word_changes (version, word_id, before)
    select next, removed.id, sensitive_word_matched(removed) from removed
    where sensitive_word_matched(removed) is not null;
  else
    if not exists (select from added join removed using (id)
      where sensitive_word_matched(added) is distinct from sensitive_word_matched(removed)) then return null; end if;
    next := raise_sensitive_dictionary();
    insert into sensitive_word_changes (version, word_id, before, after, by)
    select next, added.id, sensitive_word_matched(removed), sensitive_word_matched(added), added.updated_by
    from added join removed on removed.id = added.id
    where sensitive_word_matched(added) is distinct from sensitive_word_matched(removed);
  end if;
  return null;
end
$$;
create trigger sensitive_words_noted_added after insert on sensitive_words
  referencing new table as added for each statement execute function note_sensitive_words();
create trigger sensitive_words_noted_removed after delete on sensitive_words
  referencing old table as removed for each statement execute function note_sensitive_words();
create trigger sensitive_words_noted_changed after update on sensitive_words
  referencing old table as removed new table as added for each statement execute function note_sensitive_words();

create function note_sensitive_pack() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  next := raise_sensitive_dictionary();
  insert into sensitive_word_changes (version, pack_id, before, after, by)
  values (next, new.id, jsonb_build_object('enabled', old.enabled), jsonb_build_object('enabled', new.enabled),
    new.updated_by);
  return null;
end
$$;
create trigger sensitive_packs_switched after update of enabled on sensitive_packs for each row
  when (old.enabled <> new.enabled) execute function note_sensitive_pack();

-- Merges the deltas and updates the columns that lists sort by; one run at a time. Returns the number of rows saved by
-- merging.
create function roll_up_sensitive_words() returns bigint language plpgsql as $$
declare
  taken bigint;
  kept bigint;
begin
  if not pg_try_advisory_xact_lock(7214990040) then return 0; end if;
  -- It writes words, so it locks the dictionary first, like all code that does.
  perform from sensitive_dictionary for update;
  with gone as (
    delete from sensitive_word_days where (word_id, day) in (
      select word_id, day from sensitive_word_days group by word_id, day having count(*) > 1)
    returning word_id, day, hits, decided, confirmed
  ), folded as (
    insert into sensitive_word_days (word_id, day, hits, decided, confirmed)
    select word_id, day, sum(hits), sum(decided), sum(confirmed) from gone group by word_id, day
    having sum(hits) <> 0 or sum(decided) <> 0 or sum(confirmed) <> 0
    returning 1
  )
  select (select count(*) from gone), (select count(*) from folded) into taken, kept;
  update sensitive_words word
  set hits_30d = greatest(sums.hits, 0), decided = greatest(sums.decided, 0), confirmed = greatest(sums.confirmed, 0)
  from (
    select known.id, coalesce(sum(days.hits) filter (where days.day > (now() at time zone 'utc')::date - 30), 0) as hits,
      coalesce(sum(days.decided), 0) as decided, coalesce(sum(days.confirmed), 0) as confirmed
    from sensitive_words known left join sensitive_word_days days on days.word_id = known.id
    group by known.id
  ) sums
  where sums.id = word.id and (word.hits_30d, word.decided, word.confirmed)
    is distinct from (greatest(sums.hits, 0), greatest(sums.decided, 0), greatest(sums.confirmed, 0));
  return taken - kept;
end
$$;

-- A match counts on the day it was found; deleting it, as when it disappears before a decision, subtracts it again.
create function count_sensitive_hits() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into sensitive_word_days (word_id, day, hits)
    select word_id, (found_at at time zone 'utc')::date, count(*) from added group by 1, 2;
  else
    insert into sensitive_word_days (word_id, day, hits)
    select word_id, (found_at at time zone 'utc')::date, -count(*) from removed
    where exists (select from sensitive_words where id = word_id) group by 1, 2;
  end if;
  return null;
end
$$;

-- How often reviewers agree with a word: blocked and masked matches confirm it, cleared ones don't.
create function count_sensitive_decision() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.undone_at is null and old.superseded_by is null then
    insert into sensitive_word_days (word_id, day, decided, confirmed)
    select old.word_id, (old.at at time zone 'utc')::date, -1, case when old.decision = 'clear' then 0 else -1 end
    where exists (select from sensitive_words where id = old.word_id);
  end if;
  if tg_op <> 'DELETE' and new.undone_at is null and new.superseded_by is null then
    insert into sensitive_word_days (word_id, day, decided, confirmed)
    values (new.word_id, (new.at at time zone 'utc')::date, 1, case when new.decision = 'clear' then 0 else 1 end);
  end if;
  return null;
end
$$;

create trigger sensitive_words_counted_added after insert on sensitive_words
  referencing new table as added for each statement execute function count_sensitive_words();
create trigger sensitive_words_counted_removed after delete on sensitive_words
  referencing old table as removed for each statement execute function count_sensitive_words();
create trigger sensitive_words_counted_changed after update on sensitive_words
  referencing old table as removed new table as added for each statement execute function count_sensitive_words();

insert into sensitive_dictionary (version) values (0);
