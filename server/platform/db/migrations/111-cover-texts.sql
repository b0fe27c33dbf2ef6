-- The text in pictures that are covers of courses, columns and entries of the home page, as the machine read it. A file
-- never changes, so each is read once; empty: there is nothing to read.
create table cover_texts (
  file_id uuid primary key references files (id) on delete cascade,
  text text not null,
  read_at timestamptz not null default now()
);

-- What shows the picture is scanned with its text.
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
create trigger cover_texts_wish_scans after insert on cover_texts
  for each row execute function wish_scans_of_cover();

-- Covers that were there before: the scan asks for what was not read yet.
select wish_item_scans('course', array(select id from courses where cover_file_id is not null));
select wish_item_scans('column', array(select id from columns where cover_file_id is not null));
select wish_item_scans('homePage', array(select id from home_entries where cover_file_id is not null));

-- Outlines and chapters of published summaries are scanned, but are no passages: a search finds their headings already.
alter table sensitive_texts drop constraint sensitive_texts_source_check;
alter table sensitive_texts add constraint sensitive_texts_source_check check (source in (
  'title', 'description', 'details', 'people', 'tags', 'fileName', 'goals', 'body', 'cover', 'summary', 'note'));
insert into sensitive_scan_wishes (resource_id) select distinct resource_id from summaries where state = 'published';
