-- Triggers only set dirty marks and add to counts and logs. What they did beyond that is now done by the features that own
-- the tables.

-- Whoever writes a password sets its time.
drop function note_password() cascade;

-- Whoever changes words or packs locks the dictionary first.
drop function lock_sensitive_dictionary() cascade;

-- What belongs to a permanently deleted resource or item is deleted with it.
drop function delete_drafts_of_resource() cascade;
drop function forget_sensitive_item() cascade;

-- Whoever replaces or deletes a rendition deletes its redacted copy first. A new file only asks for a new copy.
drop function release_masked_file() cascade;
create or replace function drop_cover_of_rendition() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id)
  select version.resource_id from resource_versions version
  where version.id = new.version_id
    and exists (select from sensitive_masks mask where mask.resource_id = version.resource_id);
  return null;
end
$$;
alter function drop_cover_of_rendition() rename to wish_cover_of_rendition;

-- Titles and descriptions become passages, and subtitles chunks, where they are written.
drop function insert_passages_of_resources() cascade;
drop function update_passages_of_resource() cascade;
drop function index_subtitle_text() cascade;
drop function index_subtitle() cascade;

-- What jobs, subtitles, summaries and reviews copy from resources and items follows where those are written.
drop function note_work_of_resource() cascade;
drop function note_subtitle_set() cascade;
drop function note_summary_of_resource() cascade;
drop function note_review_of_resource() cascade;
drop function note_review_of_item() cascade;
drop function mirror_withheld() cascade;
delete from subtitle_sets using resources where resources.id = resource_id and resources.state = 'purged';

-- Subtitles and summaries are judged, and subtitles summed up, where tracks, texts and versions change.
drop function judge_subtitle() cascade;
drop function judge_subtitles_of_reading() cascade;
drop function judge_subtitles_of_resource() cascade;
drop function note_tracks() cascade;
drop function judge_summary_of_reading() cascade;
drop function judge_summary_of_version() cascade;

-- Reviews are summed up where scans and decisions change matches.
drop function sum_sensitive_hits() cascade;
