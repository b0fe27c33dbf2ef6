-- A decision takes the place of an older one on the same text in one transaction: neither is there before the other.
alter table sensitive_decisions drop constraint sensitive_decisions_superseded_by_fkey;
alter table sensitive_decisions add constraint sensitive_decisions_superseded_by_fkey
  foreign key (superseded_by) references sensitive_decisions (id) on delete set null deferrable initially deferred;

-- Files with the masked parts covered, for everybody who may not see the original; `rendition_id` null: of the version's
-- own file. There is none while they are being made: then nobody else gets the file at all.
create table masked_files (
  version_id uuid not null references resource_versions (id) on delete cascade,
  rendition_id uuid references renditions (id) on delete cascade,
  file_id uuid not null references files (id),
  unique nulls not distinct (version_id, rendition_id)
);
create index masked_files_rendition on masked_files (rendition_id) where rendition_id is not null;
create index masked_files_file on masked_files (file_id);

-- The version that a scan made: whoever decides on an older one has to know that it was the text that changed.
alter table sensitive_reviews add column scan_version integer not null default 0;

-- Nothing else uses such a file: it goes with its row, and leaves the store after the transaction.
create function release_masked_file() returns trigger language plpgsql as $$
begin
  with gone as (delete from files where id = old.file_id returning store_key)
  insert into removed_files (store_key) select store_key from gone;
  return null;
end
$$;
create trigger masked_files_released after delete on masked_files
  for each row execute function release_masked_file();

-- A passage as everybody may read it: what is masked in it is covered. Masks count as JavaScript does, where characters
-- beyond the basic plane are two.
create function covered_text(passage text, of_resource uuid, of_source text, at_position integer) returns text
language plpgsql stable as $$
declare
  spans int4multirange;
  covered text := '';
  letter text;
  place integer := 0;
begin
  select range_agg(int4range(start_offset, end_offset)) into spans from sensitive_masks
  where resource_id = of_resource and source = of_source and position = at_position;
  if spans is null then return passage; end if;
  for letter in select given.letter from regexp_split_to_table(passage, '') with ordinality given (letter, number)
    order by number loop
    covered := covered || case when spans @> place and letter ~ '\S' then '■' else letter end;
    place := place + case when ascii(letter) > 65535 then 2 else 1 end;
  end loop;
  return covered;
end
$$;
