-- Triggers only set dirty marks and add to counts and logs. What they did beyond that is now done by the features that own
-- the tables.

-- Code that writes a password also sets its timestamp.
drop function note_password() cascade;

-- Code that changes words or packs locks the dictionary first.
drop function lock_sensitive_dictionary() cascade;

-- The code that permanently deletes a resource or item also deletes everything that belongs to it.
drop function delete_drafts_of_resource() cascade;
drop function forget_sensitive_item() cascade;

-- Code that replaces or deletes a rendition deletes its redacted copy first. A new file only requests a new copy.
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

-- Code that writes titles and descriptions also writes their passages; code that writes subtitles also writes their
-- chunks.
drop function insert_passages_of_resources() cascade;
drop function update_passages_of_resource() cascade;
drop function index_subtitle_text() cascade;
drop function index_subtitle() cascade;

-- Code that changes resources and items also updates the fields that jobs, subtitles, summaries and reviews copy from
-- them.
drop function note_work_of_resource() cascade;
drop function note_subtitle_set() cascade;
drop function note_summary_of_resource() cascade;
drop function note_review_of_resource() cascade;
drop function note_review_of_item() cascade;
drop function mirror_withheld() cascade;
delete from subtitle_sets using resources where resources.id = resource_id and resources.state = 'purged';

-- Code that changes tracks, texts and versions re-evaluates subtitles and summaries and updates the subtitle totals.
drop function judge_subtitle() cascade;
drop function judge_subtitles_of_reading() cascade;
drop function judge_subtitles_of_resource() cascade;
drop function note_tracks() cascade;
drop function judge_summary_of_reading() cascade;
drop function judge_summary_of_version() cascade;

-- Scans and decisions update the totals of a review when they change its matches.
drop function sum_sensitive_hits() cascade;
