-- Sensitive content: the words that are looked for, what was found of them, and what people decided about it.

-- Words ---------------------------------------------------------------------------------------------------------------

-- A named set of words that is switched on and off as one.
create table sensitive_packs (
  id uuid primary key,
  name text not null,
  description text not null default '',
  enabled boolean not null default true,
  version integer not null default 1,
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sensitive_packs_name on sensitive_packs (lower(name));

create table sensitive_words (
  id uuid primary key,
  text text not null check (length(text) between 1 and 200),
  -- As the matcher compares it: two spellings with one key are one word.
  key text not null check (key <> ''),
  mode text not null check (mode in ('exact', 'contains', 'wildcard')),
  -- Also in disguise: with signs between its letters, repeated ones, digits for letters and the like.
  variants boolean not null default true,
  -- null: in texts of every language.
  language text,
  category text not null,
  severity text not null check (severity in ('notice', 'review', 'block')),
  -- Where it is looked for, and in which kinds of resources; empty: everywhere.
  sources text[] not null default '{}',
  kinds text[] not null default '{}',
  exceptions text[] not null default '{}',
  note text not null default '',
  -- null: of no pack, it has its own switch alone.
  pack_id uuid references sensitive_packs (id),
  enabled boolean not null default true,
  -- Deleted ones keep their row: what was decided about them is told by their name, and an Undo finds them.
  deleted_at timestamptz,
  -- What the rollup last found; lists sort by it.
  hits_30d integer not null default 0,
  decided integer not null default 0,
  confirmed integer not null default 0,
  precision_percent smallint not null generated always as (
    case when decided > 0 then round(100.0 * confirmed / decided)::smallint else -1 end) stored,
  version integer not null default 1,
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (lower(text || ' ' || note)) stored
);
create unique index sensitive_words_key on sensitive_words (key, mode) where deleted_at is null;
create index sensitive_words_pack on sensitive_words (pack_id) where pack_id is not null;
create index sensitive_words_by_text on sensitive_words (lower(text), id) where deleted_at is null;
create index sensitive_words_by_updated on sensitive_words (updated_at, id) where deleted_at is null;
create index sensitive_words_by_hits on sensitive_words (hits_30d, id) where deleted_at is null;
create index sensitive_words_by_precision on sensitive_words (precision_percent, id) where deleted_at is null;
create index sensitive_words_severity on sensitive_words (severity, updated_at, id) where deleted_at is null;
create index sensitive_words_disabled on sensitive_words (updated_at, id) where deleted_at is null and not enabled;
create index sensitive_words_search on sensitive_words using gin (search_text gin_trgm_ops) where deleted_at is null;
create index sensitive_words_pieces on sensitive_words using gin (wide_pieces(search_text)) where deleted_at is null;

-- What is looked for at the moment, as one number: whoever holds an older one reads the words anew.
create table sensitive_dictionary (
  singleton boolean primary key default true check (singleton),
  version bigint not null,
  -- The transaction that raised it last.
  raised_by xid8
);
insert into sensitive_dictionary (version) values (0);

-- What changed with each version: all that a rescan has to look at. `word_id` null: a whole pack was switched.
create table sensitive_word_changes (
  id bigint generated always as identity primary key,
  version bigint not null,
  word_id uuid,
  pack_id uuid,
  -- What the matcher knows of it; null: it was not looked for, or is not any more.
  before jsonb,
  after jsonb,
  by uuid references users (id) on delete set null,
  at timestamptz not null default now(),
  check ((word_id is null) <> (pack_id is null))
);
create index sensitive_word_changes_version on sensitive_word_changes (version);

-- Whoever changes words takes this first, before any word: so nobody waits in a circle, and versions are committed in
-- their order.
create function lock_sensitive_dictionary() returns trigger language plpgsql as $$
begin
  perform from sensitive_dictionary for update;
  return null;
end
$$;
create trigger sensitive_words_locked before insert or delete or update of text, key, mode, variants, language, severity,
  sources, kinds, exceptions, enabled, deleted_at, pack_id on sensitive_words
  for each statement execute function lock_sensitive_dictionary();
create trigger sensitive_packs_locked before update of enabled on sensitive_packs
  for each statement execute function lock_sensitive_dictionary();

-- Once in a transaction, however many words it changes one by one: they are seen together or not at all.
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
    'packId', word.pack_id) end
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
create trigger sensitive_packs_switched after update of enabled on sensitive_packs
  for each row when (old.enabled <> new.enabled) execute function note_sensitive_pack();

-- The tabs of the list of words. Words belong to no department.
create function sensitive_word_tabs(severity text, enabled boolean, deleted_at timestamptz) returns text[]
language sql immutable parallel safe as $$
  select case when deleted_at is null
    then array_remove(array['all', severity, case when not enabled then 'disabled' end], null)
    else '{}'::text[] end
$$;

create function count_sensitive_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_counts (list, tab, delta)
    select 'sensitiveWord', tabs.tab, count(*)
    from added cross join lateral unnest(sensitive_word_tabs(added.severity, added.enabled, added.deleted_at)) tabs (tab)
    group by tabs.tab;
  elsif tg_op = 'DELETE' then
    insert into list_counts (list, tab, delta)
    select 'sensitiveWord', tabs.tab, -count(*)
    from removed
      cross join lateral unnest(sensitive_word_tabs(removed.severity, removed.enabled, removed.deleted_at)) tabs (tab)
    group by tabs.tab;
  else
    insert into list_counts (list, tab, delta)
    select 'sensitiveWord', changes.tab, sum(changes.delta)
    from (
      select tabs.tab, 1 as delta
      from added cross join lateral unnest(sensitive_word_tabs(added.severity, added.enabled, added.deleted_at)) tabs (tab)
      union all
      select tabs.tab, -1
      from removed
        cross join lateral unnest(sensitive_word_tabs(removed.severity, removed.enabled, removed.deleted_at)) tabs (tab)
    ) changes
    group by changes.tab
    having sum(changes.delta) <> 0;
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

-- What was found and decided of a word on a day (UTC), as differences that are folded together now and then: scans that
-- find the same word never wait for each other.
create table sensitive_word_days (
  word_id uuid not null references sensitive_words (id) on delete cascade,
  day date not null,
  hits integer not null default 0,
  decided integer not null default 0,
  confirmed integer not null default 0
);
create index sensitive_word_days_word on sensitive_word_days (word_id, day);

-- Puts the differences together and writes what lists sort by. One at a time; answers how many rows it saved.
create function roll_up_sensitive_words() returns bigint language plpgsql as $$
declare
  taken bigint;
  kept bigint;
begin
  if not pg_try_advisory_xact_lock(7214990040) then return 0; end if;
  -- It writes words, like those who change them.
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

-- Lists of words come one in a line, too.
alter table imports drop constraint imports_format_check;
alter table imports add constraint imports_format_check check (format in ('csv', 'xlsx', 'txt'));

-- Texts ---------------------------------------------------------------------------------------------------------------

-- What the text reads as besides, without its disguises, as the scan found it; empty for most.
alter table passages add column variants text not null default '';
create index passages_variants on passages using gin (text_terms(variants)) with (fastupdate = off) where variants <> '';
alter index passages_variants alter column 1 set statistics 0;

-- What is scanned besides passages: tags, the file's name, notes. Search does not find it; the impact of a word does.
create table sensitive_texts (
  resource_id uuid not null references resources (id) on delete cascade,
  source text not null check (source in ('tags', 'fileName', 'note')),
  position integer not null,
  note_id uuid references resource_notes (id) on delete cascade,
  text text not null,
  folded text not null generated always as (fold_text(text)) stored,
  variants text not null default '',
  primary key (resource_id, source, position)
);
create index sensitive_texts_terms on sensitive_texts using gin (text_terms(folded)) with (fastupdate = off);
create index sensitive_texts_variants on sensitive_texts using gin (text_terms(variants)) with (fastupdate = off)
  where variants <> '';
alter index sensitive_texts_terms alter column 1 set statistics 0;
alter index sensitive_texts_variants alter column 1 set statistics 0;
create index sensitive_texts_note on sensitive_texts (note_id) where note_id is not null;

-- When a resource was last scanned, with which words, and which texts it had then.
create table sensitive_scans (
  resource_id uuid primary key references resources (id) on delete cascade,
  dictionary_version bigint not null,
  texts_hash bytea not null,
  scanned_at timestamptz not null default now()
);
create index sensitive_scans_version on sensitive_scans (dictionary_version, resource_id);

-- Looking again after words changed, or at everything. What is to be looked at is fixed at the beginning, so that a kill
-- in the middle loses nothing.
create table sensitive_rescans (
  id uuid primary key,
  kind text not null check (kind in ('changed', 'full')),
  -- Changes of words after the first and up to the second version.
  from_version bigint not null,
  to_version bigint not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- null while it is being found out what has to be looked at.
  total integer,
  done integer not null default 0,
  -- Resources with hits that they had not before, and without those that they had.
  flagged integer not null default 0,
  cleared integer not null default 0,
  cause text,
  job_id uuid references jobs (id) on delete set null,
  requested_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index sensitive_rescans_created on sensitive_rescans (created_at desc, id);
-- What changes while one runs waits for the next.
create unique index sensitive_rescans_running on sensitive_rescans (kind) where state = 'running';
create unique index sensitive_rescans_queued on sensitive_rescans (kind) where state = 'queued';

create table sensitive_rescan_items (
  rescan_id uuid not null references sensitive_rescans (id) on delete cascade,
  resource_id uuid not null references resources (id) on delete cascade,
  done boolean not null default false,
  primary key (rescan_id, resource_id)
);
create index sensitive_rescan_items_left on sensitive_rescan_items (rescan_id, resource_id) where not done;
create index sensitive_rescan_items_resource on sensitive_rescan_items (resource_id);

-- Decisions and hits --------------------------------------------------------------------------------------------------

create table sensitive_decisions (
  id uuid primary key,
  -- What was decided by one command, and is undone as one.
  batch_id uuid not null,
  resource_id uuid not null references resources (id) on delete cascade,
  -- null: about the resource as a whole.
  word_id uuid references sensitive_words (id),
  fingerprint bytea,
  decision text not null check (decision in (
    'clear', 'block', 'mask', 'return', 'escalate', 'askUnblock', 'confirmUnblock', 'refuseUnblock', 'withdrawUnblock')),
  -- One of the contract's reasons, and whatever one wants to say besides.
  reason text,
  note text not null default '',
  -- What it was about, as it stood then.
  source text,
  excerpt text,
  mark_start integer,
  mark_end integer,
  hits integer not null default 1,
  by uuid references users (id) on delete set null,
  at timestamptz not null default now(),
  -- What an Undo puts back: states of the review and the resource before.
  before jsonb,
  operation_id uuid references operations (id) on delete set null,
  undone_at timestamptz,
  undone_by uuid references users (id) on delete set null,
  -- A later decision on the same text took its place; when that one is undone, this one holds again.
  superseded_by uuid references sensitive_decisions (id) on delete set null,
  check ((word_id is null) = (fingerprint is null)),
  check (word_id is null or decision in ('clear', 'block', 'mask'))
);
-- One live verdict on a word in a text of a resource: it holds for every hit there, now and later.
create unique index sensitive_decisions_live on sensitive_decisions (resource_id, word_id, fingerprint)
  where undone_at is null and superseded_by is null and word_id is not null;
create index sensitive_decisions_superseded on sensitive_decisions (superseded_by) where superseded_by is not null;
create index sensitive_decisions_resource on sensitive_decisions (resource_id, at desc, id);
create index sensitive_decisions_word on sensitive_decisions (word_id, at desc, id) where word_id is not null;
create index sensitive_decisions_batch on sensitive_decisions (batch_id);

create table sensitive_hits (
  id uuid primary key,
  resource_id uuid not null references resources (id) on delete cascade,
  version_id uuid not null references resource_versions (id) on delete cascade,
  word_id uuid not null references sensitive_words (id),
  source text not null check (source in (
    'title', 'description', 'tags', 'fileName', 'document', 'ocr', 'speech', 'subtitle', 'summary', 'note')),
  -- Its place: which passage of the source, and where that is.
  position integer not null,
  page integer,
  box real[] check (array_length(box, 1) = 4),
  start_ms integer,
  end_ms integer,
  note_id uuid references resource_notes (id) on delete set null,
  -- Within the text of the passage, as JavaScript counts.
  start_offset integer not null,
  end_offset integer not null,
  excerpt text not null,
  mark_start integer not null,
  mark_end integer not null,
  pass text not null check (pass in ('strict', 'loose')),
  disguises text[] not null default '{}',
  severity text not null check (severity in ('notice', 'review', 'block')),
  -- Of the source and the text that it stands in, without its place: the same text read again has the same one.
  fingerprint bytea not null,
  occurrence integer not null,
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed', 'masked', 'gone')),
  decision_id uuid references sensitive_decisions (id) on delete set null,
  found_at timestamptz not null default now(),
  unique (resource_id, word_id, source, fingerprint, occurrence)
);
create index sensitive_hits_resource on sensitive_hits (resource_id, state);
create index sensitive_hits_word on sensitive_hits (word_id, resource_id);
create index sensitive_hits_same on sensitive_hits (word_id, fingerprint) where state = 'open';
create index sensitive_hits_version on sensitive_hits (version_id);
create index sensitive_hits_decision on sensitive_hits (decision_id) where decision_id is not null;
create index sensitive_hits_note on sensitive_hits (note_id) where note_id is not null;

-- Parts that are covered in what everybody else gets to see.
create table sensitive_masks (
  hit_id uuid primary key references sensitive_hits (id) on delete cascade,
  resource_id uuid not null references resources (id) on delete cascade,
  source text not null,
  position integer not null,
  page integer,
  box real[] check (array_length(box, 1) = 4),
  start_ms integer,
  end_ms integer,
  start_offset integer not null,
  end_offset integer not null,
  created_at timestamptz not null default now()
);
create index sensitive_masks_resource on sensitive_masks (resource_id, source, position);

-- Reviews -------------------------------------------------------------------------------------------------------------

create function severity_rank(severity text) returns smallint language sql immutable parallel safe as $$
  select case severity when 'block' then 3 when 'review' then 2 when 'notice' then 1 else 0 end::smallint
$$;

-- One for each resource that has hits, or had some.
create table sensitive_reviews (
  resource_id uuid primary key references resources (id) on delete cascade,
  state text not null check (state in (
    'open', 'claimed', 'cleared', 'blocked', 'masked', 'returned', 'escalated')),
  -- Kept by the hits themselves: of those that are open, or of all that are not gone where none is.
  severity text check (severity in ('notice', 'review', 'block')),
  severity_rank smallint not null generated always as (severity_rank(severity)) stored,
  open_hits integer not null default 0,
  hits integer not null default 0,
  word_ids uuid[] not null default '{}',
  sources text[] not null default '{}',
  first_hit_id uuid,
  first_word text,
  first_source text,
  first_snippet text,
  first_mark_start integer,
  first_mark_end integer,
  claimed_by uuid references users (id) on delete set null,
  claimed_at timestamptz,
  due_at timestamptz not null default now() + interval '7 days',
  escalated_by uuid references users (id) on delete set null,
  escalated_at timestamptz,
  escalated_why text,
  returned_by uuid references users (id) on delete set null,
  returned_at timestamptz,
  returned_why text,
  unblock_asked_by uuid references users (id) on delete set null,
  unblock_asked_at timestamptz,
  unblock_asked_why text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  -- Where the resource was when it was blocked.
  resource_state_before text,
  opened_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  version integer not null default 1,
  -- As the resource says, which keeps it so.
  resource_kind text not null,
  department_id uuid,
  owner_id uuid not null,
  live boolean not null default true
);

-- Any page of any tab in any order is a walk along one of these.
create index sensitive_reviews_by_due on sensitive_reviews (due_at, resource_id) where live;
create index sensitive_reviews_by_opened on sensitive_reviews (opened_at, resource_id) where live;
create index sensitive_reviews_by_changed on sensitive_reviews (changed_at, resource_id) where live;
create index sensitive_reviews_by_severity on sensitive_reviews (severity_rank, resource_id) where live;
create index sensitive_reviews_by_hits on sensitive_reviews (open_hits, resource_id) where live;
create index sensitive_reviews_open_due on sensitive_reviews (due_at, resource_id)
  where live and state in ('open', 'claimed');
create index sensitive_reviews_open_opened on sensitive_reviews (opened_at, resource_id)
  where live and state in ('open', 'claimed');
create index sensitive_reviews_open_changed on sensitive_reviews (changed_at, resource_id)
  where live and state in ('open', 'claimed');
create index sensitive_reviews_open_severity on sensitive_reviews (severity_rank, resource_id)
  where live and state in ('open', 'claimed');
create index sensitive_reviews_open_hits on sensitive_reviews (open_hits, resource_id)
  where live and state in ('open', 'claimed');
create index sensitive_reviews_state_due on sensitive_reviews (state, due_at, resource_id) where live;
create index sensitive_reviews_state_changed on sensitive_reviews (state, changed_at, resource_id) where live;
create index sensitive_reviews_claimed on sensitive_reviews (claimed_by, due_at, resource_id)
  where claimed_by is not null;
create index sensitive_reviews_unblock on sensitive_reviews (unblock_asked_at, resource_id)
  where unblock_asked_at is not null;
create index sensitive_reviews_department on sensitive_reviews (department_id, due_at, resource_id);
create index sensitive_reviews_owner on sensitive_reviews (owner_id, due_at, resource_id);
create index sensitive_reviews_words on sensitive_reviews using gin (word_ids);

-- What hits say of their review. A review that is not there yet begins here; what people and scans make of it is theirs.
create function sum_sensitive_hits() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  if tg_op = 'INSERT' then touched := array(select distinct resource_id from added);
  elsif tg_op = 'DELETE' then touched := array(select distinct resource_id from removed);
  else
    -- A hit that only moved leaves the sums as they are.
    touched := array(select distinct added.resource_id from added join removed using (id)
      where (added.state, added.severity, added.source, added.excerpt)
        is distinct from (removed.state, removed.severity, removed.source, removed.excerpt));
  end if;
  if touched = '{}' then return null; end if;
  insert into sensitive_reviews as review (resource_id, state, severity, open_hits, hits, word_ids, sources, first_hit_id,
    first_word, first_source, first_snippet, first_mark_start, first_mark_end, resource_kind, department_id, owner_id, live)
  select resource.id, case when sums.open > 0 then 'open' else 'cleared' end, sums.severity, sums.open, sums.hits,
    sums.word_ids, sums.sources, first.id, first.word, first.source, first.excerpt, first.mark_start, first.mark_end,
    resource.kind, resource.department_id, resource.owner_id, resource.state not in ('trashed', 'purged')
  from resources resource
    cross join lateral (
      select count(*) filter (where state = 'open') as open, count(*) as hits,
        case coalesce(max(severity_rank(severity)) filter (where state = 'open'), max(severity_rank(severity)))
          when 3 then 'block' when 2 then 'review' when 1 then 'notice' end as severity,
        coalesce(array_agg(distinct word_id), '{}') as word_ids, coalesce(array_agg(distinct source), '{}') as sources
      from sensitive_hits where resource_id = resource.id and state <> 'gone'
    ) sums
    left join lateral (
      select hit.id, word.text as word, hit.source, hit.excerpt, hit.mark_start, hit.mark_end
      from sensitive_hits hit join sensitive_words word on word.id = hit.word_id
      where hit.resource_id = resource.id and hit.state <> 'gone'
      order by hit.state = 'open' desc, severity_rank(hit.severity) desc, hit.source = 'title' desc, hit.source,
        hit.position, hit.start_offset, hit.id
      limit 1
    ) first on true
  where resource.id = any (touched)
  order by resource.id
  on conflict (resource_id) do update set severity = excluded.severity, open_hits = excluded.open_hits,
    hits = excluded.hits, word_ids = excluded.word_ids, sources = excluded.sources, first_hit_id = excluded.first_hit_id,
    first_word = excluded.first_word, first_source = excluded.first_source, first_snippet = excluded.first_snippet,
    first_mark_start = excluded.first_mark_start, first_mark_end = excluded.first_mark_end;
  return null;
end
$$;
create trigger sensitive_hits_summed_added after insert on sensitive_hits
  referencing new table as added for each statement execute function sum_sensitive_hits();
create trigger sensitive_hits_summed_removed after delete on sensitive_hits
  referencing old table as removed for each statement execute function sum_sensitive_hits();
create trigger sensitive_hits_summed_changed after update on sensitive_hits
  referencing old table as removed new table as added for each statement execute function sum_sensitive_hits();

-- A hit counts on the day it was found; one that vanished before anybody decided about it never was.
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
create trigger sensitive_hits_counted_added after insert on sensitive_hits
  referencing new table as added for each statement execute function count_sensitive_hits();
create trigger sensitive_hits_counted_removed after delete on sensitive_hits
  referencing old table as removed for each statement execute function count_sensitive_hits();

-- How often people agreed with a word: blocked and masked are hits that were meant, cleared ones were not.
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
create trigger sensitive_decisions_added after insert on sensitive_decisions
  for each row when (new.word_id is not null) execute function count_sensitive_decision();
create trigger sensitive_decisions_removed after delete on sensitive_decisions
  for each row when (old.word_id is not null) execute function count_sensitive_decision();
create trigger sensitive_decisions_changed after update of undone_at, superseded_by on sensitive_decisions
  for each row when (new.word_id is not null) execute function count_sensitive_decision();

-- The tabs of the queue. What is claimed by whom is counted for each person.
create function sensitive_review_tabs(state text, live boolean) returns text[] language sql immutable parallel safe as $$
  select case when live then array['all', case
    when state in ('open', 'claimed') then 'open'
    when state in ('cleared', 'masked') then 'cleared'
    else state end] else '{}'::text[] end
$$;

create function note_sensitive_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_counts (list, tab, department_id, delta)
    select 'review', tab, old.department_id, -1 from unnest(sensitive_review_tabs(old.state, old.live)) tabs (tab);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_counts (list, tab, department_id, delta)
    select 'review', tab, new.department_id, 1 from unnest(sensitive_review_tabs(new.state, new.live)) tabs (tab);
  end if;
  return null;
end
$$;
create trigger sensitive_reviews_added after insert on sensitive_reviews
  for each row execute function note_sensitive_review();
create trigger sensitive_reviews_removed after delete on sensitive_reviews
  for each row execute function note_sensitive_review();
create trigger sensitive_reviews_changed after update on sensitive_reviews for each row when (
    sensitive_review_tabs(old.state, old.live) <> sensitive_review_tabs(new.state, new.live)
    or old.department_id is distinct from new.department_id)
  execute function note_sensitive_review();

-- What a resource hands on to its review; of one that is deleted for good no text is kept, only who decided what.
create function note_review_of_resource() returns trigger language plpgsql as $$
begin
  if new.state = 'purged' then
    delete from sensitive_hits where resource_id = new.id;
    delete from sensitive_reviews where resource_id = new.id;
    delete from sensitive_texts where resource_id = new.id;
    delete from sensitive_scans where resource_id = new.id;
    update sensitive_decisions set excerpt = null, mark_start = null, mark_end = null
    where resource_id = new.id and excerpt is not null;
  else
    update sensitive_reviews set department_id = new.department_id, owner_id = new.owner_id, resource_kind = new.kind,
      live = new.state <> 'trashed'
    where resource_id = new.id;
  end if;
  return null;
end
$$;
create trigger resources_hand_on_review after update of kind, department_id, owner_id, state on resources
  for each row when (
    old.kind <> new.kind or old.department_id is distinct from new.department_id or old.owner_id <> new.owner_id
    or (old.state in ('trashed', 'purged')) <> (new.state in ('trashed', 'purged'))
    or (old.state = 'purged') <> (new.state = 'purged'))
  execute function note_review_of_resource();
