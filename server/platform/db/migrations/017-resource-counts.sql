-- Resources have one trigger per insert and one per update for all their counts, instead of three.
drop function note_tags_added(), note_tags_changed(), note_tag_facets_added(), note_tag_facets_changed() cascade;

create or replace function note_resources_added() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, tab, department_id, open, delta)
  select 'resource', tabs.tab, added.department_id, added.state = 'published', count(*)
  from added cross join lateral unnest(resource_tabs(added.kind, added.state, added.work_failed)) tabs (tab)
  group by tabs.tab, added.department_id, added.state = 'published';
  insert into library_usage (library_id, resources, bytes)
  select library_id, count(*), 0 from added where state <> 'purged' group by library_id;
  insert into resource_checksums (sha256, live)
  select sha256, count(*) from added where state not in ('trashed', 'purged') group by sha256 order by sha256
  on conflict (sha256) do update set live = resource_checksums.live + excluded.live;
  insert into tag_usage (tag_id, resources)
  select tags.id, count(*)
  from added cross join lateral unnest(added.tag_ids) tags (id)
  where added.state not in ('trashed', 'purged')
  group by tags.id;
  insert into tag_facets (tag_id, kind, state, work_failed, uses)
  select tags.id, added.kind, added.state, added.work_failed, count(*)
  from added cross join lateral (select distinct unnest(added.tag_ids) as id) tags
  where added.state <> 'purged'
  group by tags.id, added.kind, added.state, added.work_failed;
  return null;
end
$$;

-- Most saves change no counted column, so each count is updated only if one of its columns changed.
create or replace function note_resources_changed() returns trigger language plpgsql as $$
declare
  tabs_changed boolean;
  libraries_changed boolean;
  checksums_changed boolean;
  tags_changed boolean;
  facets_changed boolean;
begin
  -- A full join never becomes a nested loop, which a plan cached for one row would repeat for bulk updates.
  select
    bool_or((removed.kind, removed.state, removed.work_failed, removed.department_id) is distinct from
      (added.kind, added.state, added.work_failed, added.department_id)),
    bool_or((removed.state, removed.library_id) is distinct from (added.state, added.library_id)),
    bool_or((removed.state, removed.sha256) is distinct from (added.state, added.sha256)),
    bool_or((removed.state, removed.tag_ids) is distinct from (added.state, added.tag_ids)),
    bool_or((removed.kind, removed.state, removed.work_failed, removed.tag_ids) is distinct from
      (added.kind, added.state, added.work_failed, added.tag_ids))
  into tabs_changed, libraries_changed, checksums_changed, tags_changed, facets_changed
  from removed full join added on added.id = removed.id;

  if tabs_changed then
    insert into list_counts (list, tab, department_id, open, delta)
    select 'resource', changes.tab, changes.department_id, changes.open, sum(changes.delta)
    from (
      select tabs.tab, added.department_id, added.state = 'published' as open, 1 as delta
      from added cross join lateral unnest(resource_tabs(added.kind, added.state, added.work_failed)) tabs (tab)
      union all
      select tabs.tab, removed.department_id, removed.state = 'published', -1
      from removed cross join lateral unnest(resource_tabs(removed.kind, removed.state, removed.work_failed)) tabs (tab)
    ) changes
    group by changes.tab, changes.department_id, changes.open
    having sum(changes.delta) <> 0;
  end if;

  if libraries_changed then
    insert into library_usage (library_id, resources, bytes)
    select changes.library_id, sum(changes.delta), sum(changes.bytes)
    from (
      -- Versions count towards the library of their resource, so they move with it.
      select side.library_id, case when side.state = 'purged' then 0 else side.sign end as delta,
        side.sign * moved.bytes as bytes
      from removed full join added on added.id = removed.id
        cross join lateral (select coalesce(sum(size_bytes), 0) as bytes from resource_versions
          where resource_id = added.id and added.library_id <> removed.library_id) moved
        cross join lateral (values (1, added.library_id, added.state), (-1, removed.library_id, removed.state))
          side (sign, library_id, state)
    ) changes
    group by changes.library_id
    having sum(changes.delta) <> 0 or sum(changes.bytes) <> 0;
  end if;

  if checksums_changed then
    insert into resource_checksums (sha256, live)
    select changes.sha256, sum(changes.delta)
    from (
      select sha256, 1 as delta from added where state not in ('trashed', 'purged')
      union all
      select sha256, -1 from removed where state not in ('trashed', 'purged')
    ) changes
    group by changes.sha256
    having sum(changes.delta) <> 0
    order by changes.sha256
    on conflict (sha256) do update set live = resource_checksums.live + excluded.live;
  end if;

  if tags_changed then
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
  end if;

  if facets_changed then
    insert into tag_facets (tag_id, kind, state, work_failed, uses)
    select changes.tag_id, changes.kind, changes.state, changes.work_failed, sum(changes.delta)
    from (
      select tags.id as tag_id, added.kind, added.state, added.work_failed, 1 as delta
      from added cross join lateral (select distinct unnest(added.tag_ids) as id) tags where added.state <> 'purged'
      union all
      select tags.id, removed.kind, removed.state, removed.work_failed, -1
      from removed cross join lateral (select distinct unnest(removed.tag_ids) as id) tags
      where removed.state <> 'purged'
    ) changes
    group by changes.tag_id, changes.kind, changes.state, changes.work_failed
    having sum(changes.delta) <> 0;
  end if;
  return null;
end
$$;
