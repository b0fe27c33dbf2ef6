-- Library statistics are now counted from the resources: a covering index replaces the sums by month and day with
-- their marks and triggers.
drop function note_holdings_of_resources() cascade;
drop function note_holdings_of_subtitles() cascade;
drop function note_holdings_of_published_subtitles() cascade;
drop function note_holdings_of_first_uses() cascade;
drop function note_holdings(timestamptz[]);
drop table holding_sums, holding_changes, holding_months, holding_owners;
create index resources_held on resources (created_at)
  include (id, state, kind, format, subject_id, department_id, owner_id, size_bytes, duration_seconds, page_count, has_text)
  where state not in ('trashed', 'purged');

-- An export is now a single file. Older ones were stored in parts without a header row; they are deleted and can be
-- started again.
delete from record_exports;
alter table record_exports drop column cursor;
alter table record_export_parts drop constraint record_export_parts_pkey, drop column number;
alter table record_export_parts rename to record_export_files;
alter table record_export_files add primary key (file_id);

-- Statistics are rebuilt month by month: an interrupted rebuild starts again.
update access_state set rebuilt_until = null;
