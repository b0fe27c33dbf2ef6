-- Scans, matches and the dirty marks that request a scan.

create sequence sensitive_scan_numbers;

-- Text recognized in cover images of courses, columns and home page entries. Files never change, so each is read once;
-- empty when there is no text.
create table cover_texts (
  file_id uuid primary key references files on delete cascade,
  text text not null,
  read_at timestamptz not null default now()
);

create table sensitive_hits (
  id uuid primary key,
  resource_id uuid not null,
  version_id uuid references resource_versions on delete cascade,
  word_id uuid not null references sensitive_words,
  source text not null check (source in ('title', 'description', 'details', 'people', 'tags', 'fileName', 'goals',
    'body', 'document', 'ocr', 'cover', 'speech', 'subtitle', 'summary', 'note')),
  -- Where the match is: the passage's number within its source, and its page, box or time.
  position integer not null,
  page integer,
  box real[] check (array_length(box, 1) = 4),
  start_ms integer,
  end_ms integer,
  note_id uuid references resource_notes on delete set null,
  -- Offsets into the text of the passage in UTF-16 code units, as in JavaScript.
  start_offset integer not null,
  end_offset integer not null,
  excerpt text not null,
  mark_start integer not null,
  mark_end integer not null,
  pass text not null check (pass in ('strict', 'loose')),
  disguises text[] not null default '{}',
  severity text not null check (severity in ('notice', 'review', 'block')),
  -- Hash of the source and the surrounding text without the position, so the same text read again gets the same
  -- fingerprint.
  fingerprint bytea not null,
  occurrence integer not null,
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed', 'masked', 'gone')),
  decision_id uuid,
  found_at timestamptz not null default now(),
  likely_false boolean not null default false,
  constraint sensitive_hits_resource_id_word_id_source_fingerprint_occur_key unique (resource_id, word_id, source,
    fingerprint, occurrence)
);
create index sensitive_hits_resource on sensitive_hits (resource_id, state);
create index sensitive_hits_word on sensitive_hits (word_id, resource_id);
create index sensitive_hits_same on sensitive_hits (word_id, fingerprint) where state = 'open';
create index sensitive_hits_version on sensitive_hits (version_id);
create index sensitive_hits_decision on sensitive_hits (decision_id) where decision_id is not null;
create index sensitive_hits_note on sensitive_hits (note_id) where note_id is not null;

create table sensitive_items (
  id uuid primary key,
  type text not null check (type in ('course', 'chapter', 'subject', 'column', 'homePage')),
  -- As the last scan found them.
  title text not null default '',
  department_id uuid,
  owner_id uuid,
  live boolean not null default true,
  -- Hidden from the front site until its review is decided.
  withheld boolean not null default false
);
create index sensitive_items_withheld on sensitive_items (type, id) where withheld;

-- Scans again after word changes, or scans everything. The items are fixed at the start, so a killed run loses nothing.
create table sensitive_rescans (
  id uuid primary key,
  kind text not null check (kind in ('changed', 'full')),
  -- Covers word changes after `from_version`, up to and including `to_version`.
  from_version bigint not null,
  to_version bigint not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- null while the items to scan are being determined.
  total integer,
  done integer not null default 0,
  -- Resources with new matches, and resources whose previous matches are gone.
  flagged integer not null default 0,
  cleared integer not null default 0,
  cause text,
  job_id uuid references jobs on delete set null,
  requested_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index sensitive_rescans_created on sensitive_rescans (created_at desc, id);
-- One re-scan runs per kind; changes made in the meantime wait for the queued one.
create unique index sensitive_rescans_running on sensitive_rescans (kind) where state = 'running';
create unique index sensitive_rescans_queued on sensitive_rescans (kind) where state = 'queued';

create table sensitive_rescan_items (
  rescan_id uuid references sensitive_rescans on delete cascade,
  resource_id uuid,
  done boolean not null default false,
  -- Has new matches; people are notified of all of them together when the re-scan ends.
  flagged boolean not null default false,
  primary key (rescan_id, resource_id)
);
create index sensitive_rescan_items_left on sensitive_rescan_items (rescan_id, resource_id) where not done;
create index sensitive_rescan_items_resource on sensitive_rescan_items (resource_id);

-- Dirty marks, one per text change, deleted by the scan that covers the change; only inserted, so writers never wait
-- for each other. No foreign key, because marks of deleted items are simply discarded.
create table sensitive_scan_wishes (
  id bigint generated always as identity primary key,
  resource_id uuid not null,
  tries smallint not null default 0,
  -- Earliest time of the next scan, later after a failed one.
  due_at timestamptz not null default now()
);
create index sensitive_scan_wishes_resource on sensitive_scan_wishes (resource_id, id);
create index sensitive_scan_wishes_due on sensitive_scan_wishes (due_at, id);

-- The last scan of each resource or item: its time, the dictionary version and a hash of the texts.
create table sensitive_scans (
  resource_id uuid primary key,
  dictionary_version bigint not null,
  texts_hash bytea not null,
  scanned_at timestamptz not null default now(),
  number bigint not null default 0
);
create index sensitive_scans_version on sensitive_scans (dictionary_version, resource_id);

-- Every word seen in a text, with disguises removed. Words inside other words are looked up here first, because the
-- text index only finds words by their beginning.
create table sensitive_terms (
  term text collate "C" primary key
);
create index sensitive_terms_pieces on sensitive_terms using gin (term gin_trgm_ops);

-- Scanned texts that are not passages: tags, file name, notes. Search ignores them, but the impact of a word includes
-- them.
create table sensitive_texts (
  resource_id uuid,
  source text check (source in ('title', 'description', 'details', 'people', 'tags', 'fileName', 'goals', 'body',
    'cover', 'summary', 'note')),
  position integer,
  note_id uuid references resource_notes on delete cascade,
  text text not null,
  folded text generated always as (fold_text(text)) stored not null,
  variants text not null default '',
  primary key (resource_id, source, "position")
);
create index sensitive_texts_terms on sensitive_texts using gin (text_terms(folded)) with (fastupdate = off);
create index sensitive_texts_variants on sensitive_texts using gin (text_terms(variants)) with (fastupdate = off)
  where variants <> '';
create index sensitive_texts_note on sensitive_texts (note_id) where note_id is not null;

-- Everything that can have a review: resources and other items.
create view reviewed_items as
 select resources.id,
    resources.title,
    resources.kind,
    resources.state,
    resources.format,
    resources.thumbnail_id,
    resources.department_id,
    resources.owner_id,
    resources.search_text
   from resources
union all
 select sensitive_items.id,
    sensitive_items.title,
    sensitive_items.type as kind,
        case
            when not sensitive_items.live then 'trashed'
            when sensitive_items.withheld then 'blocked'
            else 'published'
        end as state,
    '' as format,
    null::uuid as thumbnail_id,
    sensitive_items.department_id,
    sensitive_items.owner_id,
    lower(sensitive_items.title) as search_text
   from sensitive_items;

-- Every change to a text fires one of these triggers; titles and descriptions are covered because they are passages.
create function wish_scans_of_passages() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id) select distinct resource_id from changed;
  return null;
end
$$;
create trigger passages_added_wish_scan after insert on passages referencing new table as changed for each statement
  execute function wish_scans_of_passages();
create trigger passages_removed_wish_scan after delete on passages referencing old table as changed for each statement
  execute function wish_scans_of_passages();

create function wish_scan() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id)
  values (case when tg_op = 'DELETE' then old.resource_id else new.resource_id end);
  return null;
end
$$;
create trigger passages_changed_wish_scan after update of text, language on passages for each row
  when ((old.text <> new.text) or (old.language is distinct from new.language)) execute function wish_scan();
create trigger notes_wish_scan after insert or delete on resource_notes for each row execute function wish_scan();
create trigger notes_changed_wish_scan after update of text on resource_notes for each row when (old.text <> new.text)
  execute function wish_scan();
create trigger versions_wish_scan after update of file_name on resource_versions for each row
  when (old.file_name <> new.file_name) execute function wish_scan();
create trigger subtitles_label_wish_scan after update of label on subtitles for each row when (old.label <> new.label)
  execute function wish_scan();
create trigger subtitles_added_wish_scan after insert on subtitles for each row when (new.label <> '')
  execute function wish_scan();

-- Fires for new tags, a new file and a restore from Trash, because words may have changed in the meantime.
create function wish_scan_of_resource() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id) values (new.id);
  return null;
end
$$;
create trigger resources_wish_scan after update of tag_ids, version_id, kind, language, state on resources
  for each row
  when ((old.tag_ids <> new.tag_ids) or (old.version_id is distinct from new.version_id) or (old.kind <> new.kind) or
    (old.language is distinct from new.language) or ((old.state = 'trashed') and (new.state not in ('trashed',
    'purged'))))
  execute function wish_scan_of_resource();
-- A resource also shows its author, source, licence and alternative text.
create trigger resources_details_wish_scan after update on resources for each row
  when ((old.author, old.source, old.licence, old.alt_text) is distinct from (new.author, new.source, new.licence,
    new.alt_text))
  execute function wish_scan_of_resource();

create function wish_scans_of_tag() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id)
  select id from resources where tag_ids @> array[new.id] and state not in ('trashed', 'purged');
  return null;
end
$$;
create trigger tags_wish_scans after update of name on tags for each row when (old.name <> new.name)
  execute function wish_scans_of_tag();

create function wish_item_scans(of_type text, item_ids uuid[]) returns void language sql as $$
  insert into sensitive_items (id, type) select distinct id, of_type from unnest(item_ids) given (id) where id is not null
  on conflict do nothing;
  insert into sensitive_scan_wishes (resource_id) select distinct id from unnest(item_ids) given (id) where id is not null;
$$;

-- Trigger arguments: the item type and the column with its id. A scan that no longer finds the item deletes what is
-- stored about it.
create function wish_scan_of_item() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform wish_item_scans(tg_argv[0], array[(to_jsonb(old) ->> tg_argv[1])::uuid]); end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and to_jsonb(old) ->> tg_argv[1] <> to_jsonb(new) ->> tg_argv[1]) then
    perform wish_item_scans(tg_argv[0], array[(to_jsonb(new) ->> tg_argv[1])::uuid]);
  end if;
  return null;
end
$$;
create trigger courses_wish_scan after insert or delete on courses for each row
  execute function wish_scan_of_item('course', 'id');
create trigger courses_changed_wish_scan after update on courses for each row
  when ((old.name, old.code, old.term, old.description, old.language, old.cover_file_id, old.college_id,
    old.department_id, old.owner_id, old.state = 'trashed') is distinct from (new.name, new.code, new.term,
    new.description, new.language, new.cover_file_id, new.college_id, new.department_id, new.owner_id, new.state =
    'trashed'))
  execute function wish_scan_of_item('course', 'id');
create trigger course_people_wish_scan after insert or delete on course_people for each row
  execute function wish_scan_of_item('course', 'course_id');
create trigger course_people_changed_wish_scan after update on course_people for each row
  when ((old.name, old.user_id, old.part) is distinct from (new.name, new.user_id, new.part))
  execute function wish_scan_of_item('course', 'course_id');
create trigger chapters_wish_scan after insert or delete on chapters for each row
  execute function wish_scan_of_item('chapter', 'id');
create trigger chapters_changed_wish_scan after update on chapters for each row
  when ((old.title, old.goals, old.body, old.course_id) is distinct from (new.title, new.goals, new.body,
    new.course_id))
  execute function wish_scan_of_item('chapter', 'id');
create trigger chapter_resources_wish_scan after insert on chapter_resources for each row when (new.note <> '')
  execute function wish_scan_of_item('chapter', 'chapter_id');
create trigger chapter_resources_removed_wish_scan after delete on chapter_resources for each row
  when (old.note <> '') execute function wish_scan_of_item('chapter', 'chapter_id');
create trigger chapter_resources_changed_wish_scan after update on chapter_resources for each row
  when ((old.note <> new.note) or (old.chapter_id <> new.chapter_id))
  execute function wish_scan_of_item('chapter', 'chapter_id');
create trigger subjects_wish_scan after insert or delete on subjects for each row
  execute function wish_scan_of_item('subject', 'id');
create trigger subjects_changed_wish_scan after update on subjects for each row
  when ((old.name, old.code, old.description) is distinct from (new.name, new.code, new.description))
  execute function wish_scan_of_item('subject', 'id');
create trigger columns_wish_scan after insert or delete on columns for each row
  execute function wish_scan_of_item('column', 'id');
create trigger columns_changed_wish_scan after update on columns for each row
  when ((old.name, old.slug, old.description, old.cover_file_id) is distinct from (new.name, new.slug,
    new.description, new.cover_file_id))
  execute function wish_scan_of_item('column', 'id');
create trigger home_slots_wish_scan after insert or delete on home_slots for each row
  execute function wish_scan_of_item('homePage', 'id');
create trigger home_slots_changed_wish_scan after update on home_slots for each row
  when ((old.key is distinct from new.key) or (old.name is distinct from new.name))
  execute function wish_scan_of_item('homePage', 'id');
create trigger home_entries_wish_scan after insert or delete on home_entries for each row
  execute function wish_scan_of_item('homePage', 'id');
create trigger home_entries_changed_wish_scan after update on home_entries for each row
  when ((old.title is distinct from new.title) or (old.cover_file_id is distinct from new.cover_file_id))
  execute function wish_scan_of_item('homePage', 'id');

-- Marks the slots and entries of the newly published version and of the one before.
create function wish_scan_of_home_page() returns trigger language plpgsql as $$
begin
  perform wish_item_scans('homePage', array(
    select (jsonb_path_query(content, '$.slots[*].id') #>> '{}')::uuid from home_page_versions
      where number in (old.published_number, new.published_number)
    union
    select (jsonb_path_query(content, '$.slots[*].entries[*].id') #>> '{}')::uuid from home_page_versions
      where number in (old.published_number, new.published_number)));
  return null;
end
$$;
create trigger home_page_wish_scan after update of published_number on home_page for each row
  when (old.published_number is distinct from new.published_number) execute function wish_scan_of_home_page();

-- Chapters inherit language, department and owner from their course; courses show the names of their college,
-- department and people.
create function wish_scans_of_chapters() returns trigger language plpgsql as $$
begin
  perform wish_item_scans('chapter', array(select id from chapters where course_id = new.id));
  return null;
end
$$;
create trigger courses_wish_scans_of_chapters after update on courses for each row
  when ((old.language, old.department_id, old.owner_id, old.state = 'trashed') is distinct from (new.language,
    new.department_id, new.owner_id, new.state = 'trashed'))
  execute function wish_scans_of_chapters();

create function wish_scans_of_courses() returns trigger language plpgsql as $$
begin
  perform wish_item_scans('course', case tg_argv[0]
    when 'college' then array(select id from courses where college_id = new.id)
    when 'department' then array(select id from courses where department_id = new.id)
    else array(select course_id from course_people where user_id = new.id) end);
  return null;
end
$$;
create trigger colleges_wish_scans after update of name on colleges for each row when (old.name <> new.name)
  execute function wish_scans_of_courses('college');
create trigger departments_wish_scans after update of name on departments for each row when (old.name <> new.name)
  execute function wish_scans_of_courses('department');
create trigger users_wish_scans after update of name on users for each row when (old.name <> new.name)
  execute function wish_scans_of_courses('person');

-- Items that use the cover are scanned together with its text.
create function wish_scans_of_cover() returns trigger language plpgsql as $$
begin
  if new.text = '' then return null; end if;
  perform wish_item_scans('course', array(select id from courses where cover_file_id = new.file_id));
  perform wish_item_scans('column', array(select id from columns where cover_file_id = new.file_id));
  perform wish_item_scans('homePage', array(
    select id from home_entries where cover_file_id = new.file_id
    union
    select (entry ->> 'id')::uuid from home_page join home_page_versions on number = published_number
      cross join lateral jsonb_path_query(content, '$.slots[*].entries[*]') entry
    where entry ->> 'coverFileId' = new.file_id::text));
  return null;
end
$$;
create trigger cover_texts_wish_scans after insert on cover_texts for each row execute function wish_scans_of_cover();

create trigger sensitive_hits_counted_added after insert on sensitive_hits
  referencing new table as added for each statement execute function count_sensitive_hits();
create trigger sensitive_hits_counted_removed after delete on sensitive_hits
  referencing old table as removed for each statement execute function count_sensitive_hits();
