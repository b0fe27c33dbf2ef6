-- A save of metadata fires no trigger that has nothing to do. A trigger with transition tables fires on every update,
-- so changed counts are noted per row.
drop trigger resources_changed on resources;
drop function note_resources_changed();

create function note_resource_changed() returns trigger language plpgsql as $$
begin
  if (old.kind, old.state, old.work_failed, old.department_id) is distinct from
    (new.kind, new.state, new.work_failed, new.department_id) then
    insert into list_counts (list, tab, department_id, open, delta)
    select 'resource', changes.tab, changes.department_id, changes.open, sum(changes.delta)
    from (
      select unnest(resource_tabs(new.kind, new.state, new.work_failed)) as tab, new.department_id,
        new.state = 'published' as open, 1 as delta
      union all
      select unnest(resource_tabs(old.kind, old.state, old.work_failed)), old.department_id, old.state = 'published', -1
    ) changes
    group by changes.tab, changes.department_id, changes.open
    having sum(changes.delta) <> 0;
  end if;

  if (old.state, old.library_id) is distinct from (new.state, new.library_id) then
    insert into library_usage (library_id, resources, bytes)
    select changes.library_id, sum(changes.resources), sum(changes.bytes)
    -- Versions count towards the library of their resource, so they move with it.
    from (select coalesce(sum(size_bytes), 0) as bytes from resource_versions
        where resource_id = new.id and new.library_id <> old.library_id) moved
      cross join lateral (values
        (new.library_id, case when new.state = 'purged' then 0 else 1 end, moved.bytes),
        (old.library_id, case when old.state = 'purged' then 0 else -1 end, -moved.bytes)
      ) changes (library_id, resources, bytes)
    group by changes.library_id
    having sum(changes.resources) <> 0 or sum(changes.bytes) <> 0;
  end if;

  if (old.state, old.sha256) is distinct from (new.state, new.sha256) then
    insert into resource_checksums (sha256, live)
    select changes.sha256, sum(changes.delta)
    from (
      select new.sha256, 1 as delta where new.state not in ('trashed', 'purged')
      union all
      select old.sha256, -1 where old.state not in ('trashed', 'purged')
    ) changes
    group by changes.sha256
    having sum(changes.delta) <> 0
    order by changes.sha256
    on conflict (sha256) do update set live = resource_checksums.live + excluded.live;
  end if;

  if (old.state, old.tag_ids) is distinct from (new.state, new.tag_ids) then
    insert into tag_usage (tag_id, resources)
    select changes.tag_id, sum(changes.delta)
    from (
      select unnest(new.tag_ids) as tag_id, 1 as delta where new.state not in ('trashed', 'purged')
      union all
      select unnest(old.tag_ids), -1 where old.state not in ('trashed', 'purged')
    ) changes
    group by changes.tag_id
    having sum(changes.delta) <> 0;
  end if;

  if (old.kind, old.state, old.work_failed, old.tag_ids) is distinct from
    (new.kind, new.state, new.work_failed, new.tag_ids) then
    insert into tag_facets (tag_id, kind, state, work_failed, uses)
    select changes.tag_id, changes.kind, changes.state, changes.work_failed, sum(changes.delta)
    from (
      select distinct unnest(new.tag_ids) as tag_id, new.kind, new.state, new.work_failed, 1 as delta
      where new.state <> 'purged'
      union all
      select distinct unnest(old.tag_ids), old.kind, old.state, old.work_failed, -1 where old.state <> 'purged'
    ) changes
    group by changes.tag_id, changes.kind, changes.state, changes.work_failed
    having sum(changes.delta) <> 0;
  end if;
  return null;
end
$$;
create trigger resources_changed
  after update of kind, state, work_failed, department_id, library_id, sha256, tag_ids on resources for each row
  when ((old.kind, old.state, old.work_failed, old.department_id, old.library_id, old.sha256, old.tag_ids)
    is distinct from
    (new.kind, new.state, new.work_failed, new.department_id, new.library_id, new.sha256, new.tag_ids))
  execute function note_resource_changed();

drop trigger resources_details_wish_scan on resources;
create trigger resources_details_wish_scan after update of author, source, licence, alt_text on resources for each row
  when ((old.author, old.source, old.licence, old.alt_text) is distinct from
    (new.author, new.source, new.licence, new.alt_text))
  execute function wish_scan_of_resource();
