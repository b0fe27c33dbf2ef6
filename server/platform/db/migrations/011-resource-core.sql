-- How many resources outside the trash have a tag, as differences that are folded together now and then.
create table tag_usage (
  tag_id uuid not null,
  resources bigint not null
);
create index tag_usage_tag on tag_usage (tag_id);

create function note_tags_added() returns trigger language plpgsql as $$
begin
  insert into tag_usage (tag_id, resources)
  select tags.id, count(*)
  from added cross join lateral unnest(added.tag_ids) tags (id)
  where added.state not in ('trashed', 'purged')
  group by tags.id;
  return null;
end
$$;

create function note_tags_changed() returns trigger language plpgsql as $$
begin
  insert into tag_usage (tag_id, resources)
  select changes.tag_id, sum(changes.delta)
  from (
    select tags.id as tag_id, 1 as delta from added cross join lateral unnest(added.tag_ids) tags (id)
    where added.state not in ('trashed', 'purged')
    union all
    select tags.id, -1 from removed cross join lateral unnest(removed.tag_ids) tags (id)
    where removed.state not in ('trashed', 'purged')
  ) changes
  group by changes.tag_id
  having sum(changes.delta) <> 0;
  return null;
end
$$;

create trigger resource_tags_added after insert on resources
  referencing new table as added for each statement execute function note_tags_added();
create trigger resource_tags_changed after update on resources
  referencing old table as removed new table as added for each statement execute function note_tags_changed();

insert into tag_usage (tag_id, resources)
select tags.id, count(*) from resources cross join lateral unnest(resources.tag_ids) tags (id)
where resources.state not in ('trashed', 'purged') group by tags.id;

-- Objects whose rows are gone: they leave the store once the transaction that took the rows away is committed.
create table removed_files (
  store_key text primary key,
  removed_at timestamptz not null default now()
);

create index resources_trashed_since on resources (state_since) where state = 'trashed';
create index tasks_object on tasks (object_type, object_id);
