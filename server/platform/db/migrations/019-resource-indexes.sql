-- Every save adds an entry to each of these indexes; decision 033 shows which query each one serves.
drop index resources_library, resources_folder, resources_folder_counts, resources_similar, resources_tags,
  resources_search, resources_publish_at, resources_offline_at, resources_licence_until, resources_trashed_since,
  resources_file_name, resources_work_failed, resources_low_confidence, resources_stale, resources_facets,
  resources_subject, resources_year, resources_state_updated, resources_state_created, resources_state_size,
  resources_state_title, resources_by_updated, resources_by_created, resources_by_size, resources_by_title,
  resources_by_published, resources_held;

-- One index per sort order, so that any page of any tab, Trash included, is an index scan.
create index resources_by_updated on resources (updated_at, id, kind, state, visibility, language, library_id,
  subject_id, year) include (work_failed, owner_id, department_id, tag_ids) where state <> 'purged';
create index resources_by_created on resources (created_at, id, kind, state, visibility, language, library_id,
  subject_id, year) include (work_failed, owner_id, department_id, tag_ids) where state <> 'purged';
create index resources_by_size on resources (size_bytes, id, kind, state, visibility, language, library_id,
  subject_id, year) include (work_failed, owner_id, department_id, tag_ids) where state <> 'purged';
create index resources_by_title on resources (lower(title), id, kind, state, visibility, language, library_id,
  subject_id, year) include (title, work_failed, owner_id, department_id) where state <> 'purged';
-- For tabs and state filters with so few rows that sorting them beats walking a sort order.
create index resources_state on resources (state, state_since, id) where state <> 'published';
create index resources_flagged on resources (updated_at, id) include (state, work_failed, low_confidence, stale)
  where work_failed or low_confidence or stale;
-- Libraries and their folders count the resources a person may see from the index alone.
create index resources_library on resources (library_id, folder_id, state, kind) include (department_id, owner_id);
create index resources_subject on resources (subject_id, year, state, kind, language);
create index resources_dated on resources (publish_at, offline_at, licence_until) include (state)
  where publish_at is not null or offline_at is not null or licence_until is not null;
create index resources_search on resources using gin (search_text gin_trgm_ops, wide_pieces(search_text), (
case
  when (lower(title) >= '⺀') then 1
    else 0
end), tag_ids, lower(title) gin_trgm_ops);
