-- Everything that can be published is scanned for sensitive words. Besides resources these are courses, chapters, subjects,
-- columns, and the slots and entries of the home page. In all tables of scans and reviews but the one of masks,
-- `resource_id` is the id of the item, whatever its type; ids are unique across types.

create table sensitive_items (
  id uuid primary key,
  type text not null check (type in ('course', 'chapter', 'subject', 'column', 'homePage')),
  -- As the last scan found them.
  title text not null default '',
  department_id uuid,
  owner_id uuid,
  live boolean not null default true,
  -- Kept from the front site until its review is decided.
  withheld boolean not null default false
);
create index sensitive_items_withheld on sensitive_items (type, id) where withheld;

-- The same fact where the rule of publication reads it. The home page is a snapshot without rows of its own.
alter table courses add column withheld boolean not null default false;
alter table chapters add column withheld boolean not null default false;
alter table subjects add column withheld boolean not null default false;
alter table columns add column withheld boolean not null default false;

alter table sensitive_texts drop constraint sensitive_texts_resource_id_fkey, drop constraint sensitive_texts_source_check;
alter table sensitive_scans drop constraint sensitive_scans_resource_id_fkey;
alter table sensitive_rescan_items drop constraint sensitive_rescan_items_resource_id_fkey;
alter table sensitive_decisions drop constraint sensitive_decisions_resource_id_fkey;
alter table sensitive_reviews drop constraint sensitive_reviews_resource_id_fkey;
alter table sensitive_hits drop constraint sensitive_hits_resource_id_fkey, drop constraint sensitive_hits_source_check;
-- Only resources have versions, and what belongs to the whole university has no owner.
alter table sensitive_hits alter column version_id drop not null;
alter table sensitive_reviews alter column owner_id drop not null;
alter table sensitive_texts add constraint sensitive_texts_source_check check (source in (
  'title', 'description', 'details', 'people', 'tags', 'fileName', 'goals', 'body', 'cover', 'note'));
alter table sensitive_hits add constraint sensitive_hits_source_check check (source in (
  'title', 'description', 'details', 'people', 'tags', 'fileName', 'goals', 'body', 'document', 'ocr', 'cover', 'speech',
  'subtitle', 'summary', 'note'));

-- What a review is about, resource or not.
create view reviewed_items as
  select id, title, kind, state, format, thumbnail_id, department_id, owner_id, search_text from resources
  union all
  select id, title, type, case when not live then 'trashed' when withheld then 'blocked' else 'published' end, '',
    null::uuid, department_id, owner_id, lower(title) from sensitive_items;

create or replace function sum_sensitive_hits() returns trigger language plpgsql as $$
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
  select item.id, case when sums.open > 0 then 'open' else 'cleared' end, sums.severity, sums.open, sums.hits,
    sums.word_ids, sums.sources, first.id, first.word, first.source, first.excerpt, first.mark_start, first.mark_end,
    item.kind, item.department_id, item.owner_id, item.state not in ('trashed', 'purged')
  from reviewed_items item
    cross join lateral (
      select count(*) filter (where state = 'open') as open, count(*) as hits,
        case coalesce(max(severity_rank(severity)) filter (where state = 'open'), max(severity_rank(severity)))
          when 3 then 'block' when 2 then 'review' when 1 then 'notice' end as severity,
        coalesce(array_agg(distinct word_id), '{}') as word_ids, coalesce(array_agg(distinct source), '{}') as sources
      from sensitive_hits where resource_id = item.id and state <> 'gone'
    ) sums
    left join lateral (
      select hit.id, word.text as word, hit.source, hit.excerpt, hit.mark_start, hit.mark_end
      from sensitive_hits hit join sensitive_words word on word.id = hit.word_id
      where hit.resource_id = item.id and hit.state <> 'gone'
      order by hit.state = 'open' desc, severity_rank(hit.severity) desc, hit.source = 'title' desc, hit.source,
        hit.position, hit.start_offset, hit.id
      limit 1
    ) first on true
  where item.id = any (touched)
  order by item.id
  on conflict (resource_id) do update set severity = excluded.severity, open_hits = excluded.open_hits,
    hits = excluded.hits, word_ids = excluded.word_ids, sources = excluded.sources, first_hit_id = excluded.first_hit_id,
    first_word = excluded.first_word, first_source = excluded.first_source, first_snippet = excluded.first_snippet,
    first_mark_start = excluded.first_mark_start, first_mark_end = excluded.first_mark_end;
  return null;
end
$$;

-- In place of the references that were dropped.
create function forget_sensitive_item() returns trigger language plpgsql as $$
begin
  delete from sensitive_hits where resource_id = old.id;
  delete from sensitive_reviews where resource_id = old.id;
  delete from sensitive_texts where resource_id = old.id;
  delete from sensitive_scans where resource_id = old.id;
  delete from sensitive_rescan_items where resource_id = old.id;
  delete from sensitive_decisions where resource_id = old.id;
  return null;
end
$$;
create trigger resources_forget_review after delete on resources for each row execute function forget_sensitive_item();
create trigger sensitive_items_forget_review after delete on sensitive_items
  for each row execute function forget_sensitive_item();

create function note_review_of_item() returns trigger language plpgsql as $$
begin
  update sensitive_reviews set department_id = new.department_id, owner_id = new.owner_id, live = new.live
  where resource_id = new.id;
  return null;
end
$$;
create trigger sensitive_items_hand_on_review after update of department_id, owner_id, live on sensitive_items
  for each row when ((old.department_id, old.owner_id, old.live) is distinct from
    (new.department_id, new.owner_id, new.live)) execute function note_review_of_item();

-- Also when the flag stays as it is: an item that was deleted and put back has lost its copy.
create function mirror_withheld() returns trigger language plpgsql as $$
begin
  case new.type
    when 'course' then update courses set withheld = new.withheld where id = new.id and withheld <> new.withheld;
    when 'chapter' then update chapters set withheld = new.withheld where id = new.id and withheld <> new.withheld;
    when 'subject' then update subjects set withheld = new.withheld where id = new.id and withheld <> new.withheld;
    when 'column' then update columns set withheld = new.withheld where id = new.id and withheld <> new.withheld;
    else null;
  end case;
  return null;
end
$$;
create trigger sensitive_items_mirror_withheld after update of withheld on sensitive_items
  for each row execute function mirror_withheld();

-- Sites are told when a published course is withheld, and when it is back.
create function note_course_withheld() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type, object_id, before, after)
  values ('course', new.id, to_jsonb(old), to_jsonb(new));
  return null;
end
$$;
create trigger courses_note_withheld after update of withheld on courses
  for each row when (old.state = 'published' and old.withheld <> new.withheld) execute function note_course_withheld();

-- Wishes -------------------------------------------------------------------------------------------------------------

create function wish_item_scans(of_type text, item_ids uuid[]) returns void language sql as $$
  insert into sensitive_items (id, type) select distinct id, of_type from unnest(item_ids) given (id) where id is not null
  on conflict do nothing;
  insert into sensitive_scan_wishes (resource_id) select distinct id from unnest(item_ids) given (id) where id is not null;
$$;

-- Arguments: the type of the item, and the column with its id. A scan that finds the item gone forgets it.
create function wish_scan_of_item() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform wish_item_scans(tg_argv[0], array[(to_jsonb(old) ->> tg_argv[1])::uuid]); end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and to_jsonb(old) ->> tg_argv[1] <> to_jsonb(new) ->> tg_argv[1]) then
    perform wish_item_scans(tg_argv[0], array[(to_jsonb(new) ->> tg_argv[1])::uuid]);
  end if;
  return null;
end
$$;

create trigger courses_wish_scan after insert or delete on courses
  for each row execute function wish_scan_of_item('course', 'id');
create trigger courses_changed_wish_scan after update on courses for each row when (
    (old.name, old.code, old.term, old.description, old.language, old.cover_file_id, old.college_id, old.department_id,
      old.owner_id, old.state = 'trashed') is distinct from
    (new.name, new.code, new.term, new.description, new.language, new.cover_file_id, new.college_id, new.department_id,
      new.owner_id, new.state = 'trashed'))
  execute function wish_scan_of_item('course', 'id');
create trigger course_people_wish_scan after insert or delete on course_people
  for each row execute function wish_scan_of_item('course', 'course_id');
create trigger course_people_changed_wish_scan after update on course_people
  for each row when ((old.name, old.user_id, old.part) is distinct from (new.name, new.user_id, new.part))
  execute function wish_scan_of_item('course', 'course_id');

create trigger chapters_wish_scan after insert or delete on chapters
  for each row execute function wish_scan_of_item('chapter', 'id');
create trigger chapters_changed_wish_scan after update on chapters
  for each row when ((old.title, old.goals, old.body, old.course_id) is distinct from
    (new.title, new.goals, new.body, new.course_id)) execute function wish_scan_of_item('chapter', 'id');
create trigger chapter_resources_wish_scan after insert on chapter_resources
  for each row when (new.note <> '') execute function wish_scan_of_item('chapter', 'chapter_id');
create trigger chapter_resources_removed_wish_scan after delete on chapter_resources
  for each row when (old.note <> '') execute function wish_scan_of_item('chapter', 'chapter_id');
create trigger chapter_resources_changed_wish_scan after update on chapter_resources
  for each row when (old.note <> new.note or old.chapter_id <> new.chapter_id)
  execute function wish_scan_of_item('chapter', 'chapter_id');

create trigger subjects_wish_scan after insert or delete on subjects
  for each row execute function wish_scan_of_item('subject', 'id');
create trigger subjects_changed_wish_scan after update on subjects
  for each row when ((old.name, old.code, old.description) is distinct from (new.name, new.code, new.description))
  execute function wish_scan_of_item('subject', 'id');
create trigger columns_wish_scan after insert or delete on columns
  for each row execute function wish_scan_of_item('column', 'id');
create trigger columns_changed_wish_scan after update on columns
  for each row when ((old.name, old.slug, old.description, old.cover_file_id) is distinct from
    (new.name, new.slug, new.description, new.cover_file_id)) execute function wish_scan_of_item('column', 'id');

create trigger home_slots_wish_scan after insert or delete on home_slots
  for each row execute function wish_scan_of_item('homePage', 'id');
create trigger home_slots_changed_wish_scan after update on home_slots
  for each row when ((old.key, old.name) is distinct from (new.key, new.name))
  execute function wish_scan_of_item('homePage', 'id');
create trigger home_entries_wish_scan after insert or delete on home_entries
  for each row execute function wish_scan_of_item('homePage', 'id');
create trigger home_entries_changed_wish_scan after update on home_entries
  for each row when ((old.title, old.cover_file_id) is distinct from (new.title, new.cover_file_id))
  execute function wish_scan_of_item('homePage', 'id');

-- Slots and entries of the version that readers get now, and of the one before.
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
create trigger home_page_wish_scan after update of published_number on home_page
  for each row when (old.published_number is distinct from new.published_number)
  execute function wish_scan_of_home_page();

-- What a course hands on to its chapters, and what it shows of others.
create function wish_scans_of_chapters() returns trigger language plpgsql as $$
begin
  perform wish_item_scans('chapter', array(select id from chapters where course_id = new.id));
  return null;
end
$$;
create trigger courses_wish_scans_of_chapters after update on courses for each row when (
    (old.language, old.department_id, old.owner_id, old.state = 'trashed') is distinct from
    (new.language, new.department_id, new.owner_id, new.state = 'trashed'))
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
create trigger colleges_wish_scans after update of name on colleges
  for each row when (old.name <> new.name) execute function wish_scans_of_courses('college');
create trigger departments_wish_scans after update of name on departments
  for each row when (old.name <> new.name) execute function wish_scans_of_courses('department');
create trigger users_wish_scans after update of name on users
  for each row when (old.name <> new.name) execute function wish_scans_of_courses('person');

-- A resource shows more than its texts: author, source, licence, alternative text, names of its subtitles.
create trigger resources_details_wish_scan after update on resources for each row when (
    (old.author, old.source, old.licence, old.alt_text) is distinct from (new.author, new.source, new.licence, new.alt_text))
  execute function wish_scan_of_resource();
create trigger subtitles_label_wish_scan after update of label on subtitles
  for each row when (old.label <> new.label) execute function wish_scan();
create trigger subtitles_added_wish_scan after insert on subtitles
  for each row when (new.label <> '') execute function wish_scan();

-- What was there before.
select wish_item_scans('course', array(select id from courses));
select wish_item_scans('chapter', array(select id from chapters));
select wish_item_scans('subject', array(select id from subjects));
select wish_item_scans('column', array(select id from columns));
select wish_item_scans('homePage', array(select id from home_slots union select id from home_entries));
insert into sensitive_scan_wishes (resource_id)
select id from resources where state not in ('trashed', 'purged')
  and (coalesce(author, '') <> '' or coalesce(source, '') <> '' or coalesce(licence, '') <> '' or coalesce(alt_text, '') <> '');
