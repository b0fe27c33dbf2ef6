-- What follows from a change of many rows is done once for all of them: thousands of people and resources that change
-- their department together are one change.

-- It asks about nobody in particular.
drop trigger people_wish_access_tasks on users;
create trigger people_wish_access_tasks after update of role_id, position_id, department_id, access on users
  for each statement execute function wish_access_tasks();

-- Counts of a statement are summed before they are noted.
create function note_work_changed() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, tab, department_id, delta)
  select split_part(changes.tab, ' ', 1), split_part(changes.tab, ' ', 2), changes.department_id, sum(changes.delta)
  from (
    select tabs.tab, added.department_id, 1 as delta
    from added cross join lateral unnest(
      work_tabs(added.kind, added.state, added.current, added.cause_code, added.check_state)) tabs (tab)
    where added.version_id is not null
    union all
    select tabs.tab, removed.department_id, -1
    from removed cross join lateral unnest(
      work_tabs(removed.kind, removed.state, removed.current, removed.cause_code, removed.check_state)) tabs (tab)
    where removed.version_id is not null) changes
  group by 1, 2, 3 having sum(changes.delta) <> 0;
  return null;
end
$$;
drop trigger work_changed on jobs;
create trigger work_changed after update on jobs
  referencing old table as removed new table as added for each statement execute function note_work_changed();

-- To-dos of a resource are looked for whenever its name, owner, place or state changes.
create index tasks_of_object on tasks (object_id);
