-- As parts of the key, the columns that filters compare are looked at before the row is fetched, even where the row is
-- needed for something else, such as a text that is searched for.
drop index resources_by_updated, resources_by_created, resources_by_size, resources_by_title, resources_language_title;
create index resources_by_updated on resources
  (updated_at, id, kind, visibility, language, library_id, subject_id, year)
  include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_created on resources
  (created_at, id, kind, visibility, language, library_id, subject_id, year)
  include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_size on resources
  (size_bytes, id, kind, visibility, language, library_id, subject_id, year)
  include (state, work_failed, owner_id, department_id, tag_ids) where state not in ('trashed', 'purged');
create index resources_by_title on resources
  (lower(title), id, kind, visibility, language, library_id, subject_id, year)
  include (title, state, work_failed, owner_id, department_id) where state not in ('trashed', 'purged');
create index resources_language_title on resources (language, lower(title), id, kind, visibility, library_id)
  include (title, state, owner_id, department_id) where state not in ('trashed', 'purged');

drop index resources_owner, resources_state_updated, resources_state_created, resources_state_size, resources_state_title;
create index resources_owner on resources (owner_id, updated_at, id, state, kind) include (work_failed, department_id);
create index resources_state_updated on resources (state, updated_at, id, kind, visibility, language, library_id)
  include (work_failed, owner_id, department_id, tag_ids) where state <> 'published';
create index resources_state_created on resources (state, created_at, id, kind, visibility, language, library_id)
  include (work_failed, owner_id, department_id, tag_ids) where state <> 'published';
create index resources_state_size on resources (state, size_bytes, id, kind, visibility, language, library_id)
  include (work_failed, owner_id, department_id, tag_ids) where state <> 'published';
create index resources_state_title on resources (state, lower(title), id, kind, visibility, language, library_id)
  include (title, work_failed, owner_id, department_id) where state <> 'published';
