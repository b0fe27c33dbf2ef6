-- Files with masked parts covered are made from renditions: with other ones they have to be made anew. The note is one for
-- a scan, which sees to it that everything that shows masks is covered.
create function wish_cover_of_renditions() returns trigger language plpgsql as $$
begin
  insert into sensitive_scan_wishes (resource_id)
  select distinct version.resource_id from changed join resource_versions version on version.id = changed.version_id
  where exists (select from sensitive_masks mask where mask.resource_id = version.resource_id);
  return null;
end
$$;
create trigger renditions_added_wish_cover after insert on renditions referencing new table as changed
  for each statement execute function wish_cover_of_renditions();

-- The same one with another file: what was covered in its place shows what is not there any more.
create function drop_cover_of_rendition() returns trigger language plpgsql as $$
begin
  delete from masked_files where rendition_id = new.id;
  insert into sensitive_scan_wishes (resource_id)
  select version.resource_id from resource_versions version
  where version.id = new.version_id
    and exists (select from sensitive_masks mask where mask.resource_id = version.resource_id);
  return null;
end
$$;
create trigger renditions_changed_wish_cover after update of file_id on renditions
  for each row when (old.file_id <> new.file_id) execute function drop_cover_of_rendition();

-- What was converted again after it was masked, before there were these notes.
insert into sensitive_scan_wishes (resource_id) select distinct resource_id from sensitive_masks;
