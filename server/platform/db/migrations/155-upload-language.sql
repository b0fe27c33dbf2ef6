-- The language of the resource an upload becomes. `language` is the one its owner reads refusals in.
alter table uploads add column resource_language text;
update uploads set resource_language = libraries.default_language from libraries
  where libraries.id = uploads.library_id and uploads.state in ('receiving', 'checking', 'duplicate', 'unpacking');
