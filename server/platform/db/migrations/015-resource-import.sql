-- What the lines of an import are looked for in, such as a library.
alter table imports add column within uuid;
create index resources_file_name on resources (library_id, lower(file_name)) where state not in ('trashed', 'purged');
