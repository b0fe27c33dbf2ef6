-- Where the title, author, year and language of a resource come from: `file`, `fileName`, `library` or a person's id.
alter table resources add column field_sources jsonb not null default '{}';

-- What the uploader entered for all files of a batch, as resource fields.
alter table uploads add column metadata jsonb not null default '{}';
update uploads set metadata = jsonb_build_object('language', resource_language) where resource_language is not null;
alter table uploads drop column resource_language;
