-- Reviews, decisions and masks.

create function severity_rank(severity text) returns smallint language sql immutable parallel safe as $$
  select case severity when 'block' then 3 when 'review' then 2 when 'notice' then 1 else 0 end::smallint
$$;

-- Immutable, because adding hours doesn't depend on the time zone.
create function review_queue_at(due_at timestamptz, likely_false boolean) returns timestamptz language sql immutable
  parallel safe as $$
  select case when likely_false then due_at + interval '876000 hours' else due_at end
$$;

-- Redacted copies for people who may not see the original; `rendition_id` is null for the version's own file. While a
-- copy is missing, they can't open the file at all.
create table masked_files (
  version_id uuid not null references resource_versions on delete cascade,
  rendition_id uuid references renditions on delete cascade,
  file_id uuid not null references files,
  unique nulls not distinct (version_id, rendition_id)
);
create index masked_files_rendition on masked_files (rendition_id) where rendition_id is not null;
create index masked_files_file on masked_files (file_id);

create table reader_reports (
  id uuid primary key,
  resource_id uuid not null references resources on delete cascade,
  key_id uuid references api_keys on delete set null,
  reason text not null check (reason in ('offensive', 'wrong', 'broken', 'rights', 'private', 'other')),
  note text not null default '',
  reader text,
  page integer,
  position_ms integer,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid references users on delete set null,
  -- The decision that settled the report; undoing it reopens the report.
  settled_batch uuid
);
create index reader_reports_resource on reader_reports (resource_id, created_at);
create index reader_reports_open on reader_reports (created_at) where settled_at is null;
create index reader_reports_reader on reader_reports (key_id, reader, created_at) where reader is not null;

create table sensitive_decisions (
  id uuid primary key,
  -- Shared by all decisions of one command, which are undone together.
  batch_id uuid not null,
  resource_id uuid not null,
  -- null for a decision about the whole resource.
  word_id uuid references sensitive_words,
  fingerprint bytea,
  decision text not null check (decision in ('clear', 'block', 'mask', 'return', 'escalate', 'askUnblock',
    'confirmUnblock', 'refuseUnblock', 'withdrawUnblock')),
  -- One of the contract's reasons; `note` adds free text.
  reason text,
  note text not null default '',
  -- The match at the time of the decision.
  source text,
  excerpt text,
  mark_start integer,
  mark_end integer,
  hits integer not null default 1,
  by uuid references users on delete set null,
  at timestamptz not null default now(),
  -- States of the review and the resource before the decision; Undo restores them.
  before jsonb,
  operation_id uuid references operations on delete set null,
  undone_at timestamptz,
  undone_by uuid references users on delete set null,
  -- A later decision on the same text replaced this one; undoing that decision makes this one valid again.
  superseded_by uuid references sensitive_decisions on delete set null deferrable initially deferred,
  check ((word_id is null) = (fingerprint is null)),
  constraint sensitive_decisions_check1 check ((word_id is null) or (decision in ('clear', 'block', 'mask')))
);
-- One live decision per word and text of a resource; it applies to every match there, now and later.
create unique index sensitive_decisions_live on sensitive_decisions (resource_id, word_id, fingerprint) where
  (undone_at is null) and (superseded_by is null) and (word_id is not null);
create index sensitive_decisions_superseded on sensitive_decisions (superseded_by) where superseded_by is not null;
create index sensitive_decisions_resource on sensitive_decisions (resource_id, at desc, id);
create index sensitive_decisions_word on sensitive_decisions (word_id, at desc, id) where word_id is not null;
create index sensitive_decisions_batch on sensitive_decisions (batch_id);

-- Places that are hidden from people who may not see the original.
create table sensitive_masks (
  hit_id uuid primary key references sensitive_hits on delete cascade,
  resource_id uuid not null references resources on delete cascade,
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
create index sensitive_masks_resource on sensitive_masks (resource_id, source, "position");

-- One for each resource or item that has or had matches.
create table sensitive_reviews (
  resource_id uuid primary key,
  state text not null check (state in ('open', 'claimed', 'cleared', 'blocked', 'masked', 'returned', 'escalated')),
  -- The highest severity of the open matches, or of all that are not gone when none is open.
  severity text check (severity in ('notice', 'review', 'block')),
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
  claimed_by uuid references users on delete set null,
  claimed_at timestamptz,
  due_at timestamptz not null default (now() + '7 days'::interval),
  escalated_by uuid references users on delete set null,
  escalated_at timestamptz,
  escalated_why text,
  returned_by uuid references users on delete set null,
  returned_at timestamptz,
  returned_why text,
  unblock_asked_by uuid references users on delete set null,
  unblock_asked_at timestamptz,
  unblock_asked_why text,
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  -- The state of the resource before it was blocked.
  resource_state_before text,
  opened_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  version integer not null default 1,
  -- Copied from the resource and kept in sync with it.
  resource_kind text not null,
  department_id uuid,
  owner_id uuid,
  live boolean not null default true,
  -- The review version written by the last scan; a reviewer with an older version is told that the text changed.
  scan_version integer not null default 0,
  -- When and why redacting last failed; cleared by the next attempt.
  mask_failed_at timestamptz,
  mask_failed_why text,
  -- All open matches of the review are likely false, or all matches where none is open.
  likely_false boolean not null default false,
  queue_at timestamptz generated always as (review_queue_at(due_at, likely_false)) stored not null,
  severity_rank smallint generated always as (
case
    when likely_false then 0
    else
    (severity_rank(severity))::integer
end) stored not null
);
create index sensitive_reviews_by_opened on sensitive_reviews (opened_at, resource_id) where live;
create index sensitive_reviews_by_changed on sensitive_reviews (changed_at, resource_id) where live;
create index sensitive_reviews_by_hits on sensitive_reviews (open_hits, resource_id) where live;
create index sensitive_reviews_open_opened on sensitive_reviews (opened_at, resource_id) where live and (state in (
  'open', 'claimed'));
create index sensitive_reviews_open_changed on sensitive_reviews (changed_at, resource_id) where live and (state in (
  'open', 'claimed'));
create index sensitive_reviews_open_hits on sensitive_reviews (open_hits, resource_id) where live and (state in (
  'open', 'claimed'));
create index sensitive_reviews_state_changed on sensitive_reviews (state, changed_at, resource_id) where live;
create index sensitive_reviews_unblock on sensitive_reviews (unblock_asked_at, resource_id) where unblock_asked_at is
  not null;
create index sensitive_reviews_words on sensitive_reviews using gin (word_ids);
-- With these indexes, every page of every tab in every sort order is an index scan.
create index sensitive_reviews_by_due on sensitive_reviews (queue_at, resource_id) where live;
create index sensitive_reviews_open_due on sensitive_reviews (queue_at, resource_id) where live and (state in ('open',
  'claimed'));
create index sensitive_reviews_state_due on sensitive_reviews (state, queue_at, resource_id) where live;
create index sensitive_reviews_claimed on sensitive_reviews (claimed_by, queue_at, resource_id) where claimed_by is
  not null;
create index sensitive_reviews_department on sensitive_reviews (department_id, queue_at, resource_id);
create index sensitive_reviews_owner on sensitive_reviews (owner_id, queue_at, resource_id);
create index sensitive_reviews_by_severity on sensitive_reviews (severity_rank, resource_id) where live;
create index sensitive_reviews_open_severity on sensitive_reviews (severity_rank, resource_id) where live and (state
  in ('open', 'claimed'));

alter table sensitive_hits add foreign key (decision_id) references sensitive_decisions on delete set null;

-- The sources whose masks also apply to a text: subtitles repeat speech, and a summary may repeat any text.
create function mask_sources(of_source text) returns text[] language sql immutable parallel safe as $$
  select case of_source
    when 'subtitle' then array['speech', 'subtitle']
    when 'summary' then array['document', 'ocr', 'speech', 'summary']
    else array[of_source] end
$$;

-- Texts that people decided to mask, including those found only in older versions.
create function masked_marks(of_resource uuid, of_source text) returns table(excerpt text, mark_start integer,
  mark_end integer) language sql stable as $$
  select excerpt, mark_start, mark_end from sensitive_decisions
  where resource_id = of_resource and word_id is not null and undone_at is null and superseded_by is null
    and decision = 'mask' and source = any (mask_sources(of_source)) and excerpt is not null
$$;

create function is_covered_whole(of_resource uuid, of_source text) returns boolean language plpgsql stable as $$
begin
  if not exists (select from sensitive_scan_wishes where resource_id = of_resource) then return false; end if;
  return exists (select from sensitive_masks where resource_id = of_resource and source = any (mask_sources(of_source)))
    or exists (select from masked_marks(of_resource, of_source));
end
$$;

-- A slice by UTF-16 code units, as in JavaScript: characters beyond the basic plane count as two.
create function counted_slice(given text, from_unit integer, to_unit integer) returns text language sql immutable as
  $$
  select coalesce(string_agg(letter, '' order by number) filter (where place >= from_unit and place < to_unit), '')
  from (
    select letter, number, (sum(case when ascii(letter) > 65535 then 2 else 1 end) over (order by number)
      - case when ascii(letter) > 65535 then 2 else 1 end) as place
    from regexp_split_to_table(given, '') with ordinality letters (letter, number)) placed
$$;

-- A passage with its masked parts redacted. Offsets are UTF-16 code units, as in JavaScript.
create function covered_text(passage text, of_resource uuid, of_source text, at_position integer) returns text
  language plpgsql stable as $$
declare
  spans int4multirange;
  covered text := '';
  letter text;
  place integer := 0;
begin
  if is_covered_whole(of_resource, of_source) then return regexp_replace(passage, '\S', '■', 'g'); end if;
  -- A mask whose text is gone covers a place in the file alone.
  select range_agg(int4range(mask.start_offset, mask.end_offset)) into spans
  from sensitive_masks mask join sensitive_hits hit on hit.id = mask.hit_id
  where mask.resource_id = of_resource and mask.source = of_source and mask.position = at_position and hit.state <> 'gone';
  -- What was made of texts says their words elsewhere.
  if of_source in ('subtitle', 'summary') then
    for letter in select counted_slice(excerpt, mark_start, mark_end) from masked_marks(of_resource, of_source) loop
      if letter ~ '\S' then
        passage := regexp_replace(passage, regexp_replace(letter, '(\W)', '\\\1', 'g'),
          regexp_replace(letter, '\S', '■', 'g'), 'gi');
      end if;
    end loop;
  end if;
  if spans is null then return passage; end if;
  for letter in select given.letter from regexp_split_to_table(passage, '') with ordinality given (letter, number)
    order by number loop
    covered := covered || case when spans @> place and letter ~ '\S' then '■' else letter end;
    place := place + case when ascii(letter) > 65535 then 2 else 1 end;
  end loop;
  return covered;
end
$$;

-- Redacted files are made from renditions, so new renditions need new ones. The mark requests a scan, which also
-- redacts everything that has masks.
create function wish_cover_of_renditions() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id)
  select distinct version.resource_id from changed join resource_versions version on version.id = changed.version_id
  where exists (select from sensitive_masks mask where mask.resource_id = version.resource_id);
  return null;
end
$$;
create trigger renditions_added_wish_cover after insert on renditions
  referencing new table as changed for each statement execute function wish_cover_of_renditions();

-- Code that replaces the file of a rendition has already deleted its redacted copy; the mark requests a new one.
create function wish_cover_of_rendition() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id)
  select version.resource_id from resource_versions version
  where version.id = new.version_id
    and exists (select from sensitive_masks mask where mask.resource_id = version.resource_id);
  return null;
end
$$;
create trigger renditions_changed_wish_cover after update of file_id on renditions for each row
  when (old.file_id <> new.file_id) execute function wish_cover_of_rendition();

create trigger sensitive_decisions_added after insert on sensitive_decisions for each row
  when (new.word_id is not null) execute function count_sensitive_decision();
create trigger sensitive_decisions_removed after delete on sensitive_decisions for each row
  when (old.word_id is not null) execute function count_sensitive_decision();
create trigger sensitive_decisions_changed after update of undone_at, superseded_by on sensitive_decisions
  for each row when (new.word_id is not null) execute function count_sensitive_decision();
create trigger sensitive_reviews_added after insert on sensitive_reviews for each row
  execute function note_sensitive_review();
create trigger sensitive_reviews_removed after delete on sensitive_reviews for each row
  execute function note_sensitive_review();
create trigger sensitive_reviews_changed after update on sensitive_reviews for each row
  when ((sensitive_review_tabs(old.state, old.live) <> sensitive_review_tabs(new.state, new.live)) or
    (old.department_id is distinct from new.department_id))
  execute function note_sensitive_review();
create trigger reviews_note_courses after insert or delete on sensitive_reviews for each row
  execute function note_courses_of_its_resource();
create trigger reviews_changed_note_courses after update of state on sensitive_reviews for each row
  when (old.state <> new.state) execute function note_courses_of_its_resource();
