-- Scans for sensitive words: which resources wait for one, and what words there are in their texts.

-- A note for each change of a text; the scan that has seen the change takes it away. Notes are only ever added, so that
-- nobody who changes texts waits for anybody. No reference: a note about what is gone is thrown away.
create table sensitive_scan_wishes (
  id bigint generated always as identity primary key,
  resource_id uuid not null,
  tries smallint not null default 0,
  -- Not before then: after a scan that did not come off.
  due_at timestamptz not null default now()
);
create index sensitive_scan_wishes_resource on sensitive_scan_wishes (resource_id, id);
create index sensitive_scan_wishes_due on sensitive_scan_wishes (due_at, id);

-- Counts up with every scan that begins: one that began before another that is saved already knows less than that.
create sequence sensitive_scan_numbers;
alter table sensitive_scans add column number bigint not null default 0;

-- Whatever changes a text, it leads through these triggers. Titles and descriptions are passages.
create function wish_scans_of_passages() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id) select distinct resource_id from changed;
  return null;
end
$$;
create trigger passages_added_wish_scan after insert on passages referencing new table as changed
  for each statement execute function wish_scans_of_passages();
create trigger passages_removed_wish_scan after delete on passages referencing old table as changed
  for each statement execute function wish_scans_of_passages();

create function wish_scan() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id)
  values (case when tg_op = 'DELETE' then old.resource_id else new.resource_id end);
  return null;
end
$$;
create trigger passages_changed_wish_scan after update of text, language on passages
  for each row when (old.text <> new.text or old.language is distinct from new.language) execute function wish_scan();
create trigger notes_wish_scan after insert or delete on resource_notes
  for each row execute function wish_scan();
create trigger notes_changed_wish_scan after update of text on resource_notes
  for each row when (old.text <> new.text) execute function wish_scan();
create trigger versions_wish_scan after update of file_name on resource_versions
  for each row when (old.file_name <> new.file_name) execute function wish_scan();

-- Other tags, another file, and what comes out of the trash: words may have changed meanwhile.
create function wish_scan_of_resource() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id) values (new.id);
  return null;
end
$$;
create trigger resources_wish_scan after update of tag_ids, version_id, kind, language, state on resources
  for each row when (
    old.tag_ids <> new.tag_ids or old.version_id is distinct from new.version_id or old.kind <> new.kind
    or old.language is distinct from new.language or (old.state = 'trashed' and new.state not in ('trashed', 'purged')))
  execute function wish_scan_of_resource();

create function wish_scans_of_tag() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id)
  select id from resources where tag_ids @> array[new.id] and state not in ('trashed', 'purged');
  return null;
end
$$;
create trigger tags_wish_scans after update of name on tags
  for each row when (old.name <> new.name) execute function wish_scans_of_tag();

-- What was here before there were scans.
insert into sensitive_scan_wishes (resource_id) select id from resources where state not in ('trashed', 'purged');

-- Every word of letters that was ever seen in a text without its disguises. Words that stand within others are looked
-- up here first: the index of texts knows words by their beginning only.
create table sensitive_terms (term text collate "C" primary key);
create index sensitive_terms_pieces on sensitive_terms using gin (term gin_trgm_ops);
