-- How many resources have a tag, by what tabs and the commonest filters ask for, as differences that are folded together
-- now and then: a tag that many have is counted without a look at the resources.
create table tag_facets (
  tag_id uuid not null,
  kind text not null,
  state text not null,
  work_failed boolean not null,
  uses bigint not null
);
create index tag_facets_tag on tag_facets (tag_id);

create function note_tag_facets_added() returns trigger language plpgsql as $$
begin
  insert into tag_facets (tag_id, kind, state, work_failed, uses)
  select tags.id, added.kind, added.state, added.work_failed, count(*)
  from added cross join lateral (select distinct unnest(added.tag_ids) as id) tags
  where added.state <> 'purged'
  group by tags.id, added.kind, added.state, added.work_failed;
  return null;
end
$$;

create function note_tag_facets_changed() returns trigger language plpgsql as $$
begin
  insert into tag_facets (tag_id, kind, state, work_failed, uses)
  select changes.tag_id, changes.kind, changes.state, changes.work_failed, sum(changes.delta)
  from (
    select tags.id as tag_id, added.kind, added.state, added.work_failed, 1 as delta
    from added cross join lateral (select distinct unnest(added.tag_ids) as id) tags where added.state <> 'purged'
    union all
    select tags.id, removed.kind, removed.state, removed.work_failed, -1
    from removed cross join lateral (select distinct unnest(removed.tag_ids) as id) tags where removed.state <> 'purged'
  ) changes
  group by changes.tag_id, changes.kind, changes.state, changes.work_failed
  having sum(changes.delta) <> 0;
  return null;
end
$$;

create trigger resource_tag_facets_added after insert on resources
  referencing new table as added for each statement execute function note_tag_facets_added();
create trigger resource_tag_facets_changed after update on resources
  referencing old table as removed new table as added for each statement execute function note_tag_facets_changed();

insert into tag_facets (tag_id, kind, state, work_failed, uses)
select tags.id, resources.kind, resources.state, resources.work_failed, count(*)
from resources cross join lateral (select distinct unnest(resources.tag_ids) as id) tags
where resources.state <> 'purged'
group by tags.id, resources.kind, resources.state, resources.work_failed;

-- A folder with those below it holds some thousands: they are counted, and put into any order, from this alone.
drop index resources_folder;
create index resources_folder on resources (folder_id, kind, state)
  include (title, updated_at, created_at, size_bytes, id, owner_id, department_id)
  where folder_id is not null;
