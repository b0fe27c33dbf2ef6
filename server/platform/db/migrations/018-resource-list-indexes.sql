-- Walking an order of the list passes by the rows that a tab, a data scope or a filter leaves out. With the columns
-- that those speak of at hand in the index, passing by costs next to nothing: the rows themselves are not looked at.
-- Tags are not in the order of titles: a long title with many tags would not fit into an entry.
drop index resources_by_updated, resources_by_created, resources_by_title, resources_by_size;
create index resources_by_updated on resources (updated_at, id)
  include (state, kind, work_failed, owner_id, department_id, library_id, subject_id, language, visibility, year, tag_ids)
  where state not in ('trashed', 'purged');
create index resources_by_created on resources (created_at, id)
  include (state, kind, work_failed, owner_id, department_id, library_id, subject_id, language, visibility, year, tag_ids)
  where state not in ('trashed', 'purged');
create index resources_by_size on resources (size_bytes, id)
  include (state, kind, work_failed, owner_id, department_id, library_id, subject_id, language, visibility, year, tag_ids)
  where state not in ('trashed', 'purged');
create index resources_by_title on resources (lower(title), id)
  include (title, state, kind, work_failed, owner_id, department_id, library_id, subject_id, language, visibility, year)
  where state not in ('trashed', 'purged');
-- Every tenth at least is of a kind: these orders find a page of it soon enough.
drop index resources_kind_updated, resources_kind_created, resources_kind_title, resources_kind_size;

-- What is published is most of it, and found in the orders above. The rest is little, and has orders of its own.
drop index resources_state_updated, resources_state_created, resources_state_title, resources_state_size,
  resources_work_failed;
create index resources_state_updated on resources (state, updated_at, id)
  include (kind, work_failed, owner_id, department_id, language, visibility, tag_ids) where state <> 'published';
create index resources_state_created on resources (state, created_at, id)
  include (kind, work_failed, owner_id, department_id, language, visibility, tag_ids) where state <> 'published';
create index resources_state_size on resources (state, size_bytes, id)
  include (kind, work_failed, owner_id, department_id, language, visibility, tag_ids) where state <> 'published';
create index resources_state_title on resources (state, lower(title), id)
  include (title, kind, work_failed, owner_id, department_id, language, visibility) where state <> 'published';
create index resources_work_failed on resources (updated_at, id)
  include (title, created_at, size_bytes, state, kind, owner_id, department_id, language, visibility)
  where work_failed and state not in ('trashed', 'purged');

-- Counting by common filters: of columns with few values, which an index stores once for many rows, so that ten thousand
-- entries are a hundred pages. Columns that a count does not speak of are skipped over.
drop index resources_department, resources_subject, resources_owner, resources_folder, resources_tags;
create index resources_facets on resources (kind, state, language, visibility, library_id);
create index resources_department on resources (department_id, state, kind, language, visibility, library_id);
create index resources_subject on resources (subject_id, state, kind, language) where subject_id is not null;
create index resources_year on resources (year, state, kind, language);
create index resources_owner on resources (owner_id, updated_at, id) include (state, kind, work_failed, department_id);
create index resources_folder on resources (folder_id, kind, state) where folder_id is not null;
-- Tags that many have, within a kind or a state: only those rows are looked at that are of both.
create extension if not exists btree_gin;
create index resources_tags on resources using gin (tag_ids, kind, state);
