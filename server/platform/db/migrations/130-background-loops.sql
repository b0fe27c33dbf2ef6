-- How each background loop of each process is doing. The loops write it; the health page and the task rules read it.
create table background_loops (
  name text not null,
  -- Host and process id: every process that runs the loop has its own row.
  instance text not null,
  -- Renewed all the time, so that the row of a process that died can be told from one that is only busy.
  seen_at timestamptz not null default now(),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- In a row; 0 after a success.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Without values from queries or secrets.
  message text,
  -- Failed so often in a row that someone has to look.
  failing boolean not null default false,
  primary key (name, instance)
);

create function mark_tasks_of_background_loop() returns trigger language plpgsql as $$
begin
  insert into task_wishes (kind, object_id) values ('loopFailing', coalesce(new.name, old.name));
  return null;
end
$$;
create trigger background_loops_added_mark_tasks after insert on background_loops
  for each row when (new.failing) execute function mark_tasks_of_background_loop();
create trigger background_loops_changed_mark_tasks after update of failing on background_loops
  for each row when (old.failing is distinct from new.failing) execute function mark_tasks_of_background_loop();
create trigger background_loops_removed_mark_tasks after delete on background_loops
  for each row when (old.failing) execute function mark_tasks_of_background_loop();
