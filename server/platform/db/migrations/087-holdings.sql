-- What the library holds, summed by the month and the day on which it was added. Who changes a resource only notes the month;
-- a worker sums that month anew, and until then its resources themselves are asked. So the sums are never behind, and
-- whoever writes waits for nobody.

-- Months whose sums no longer hold. Days begin at other hours elsewhere, so a resource near the edge notes both months.
create table holding_changes (
  id bigint generated always as identity primary key,
  month date not null
);
create index holding_changes_month on holding_changes (month, id);

-- Months that are summed, by the days of this time zone.
create table holding_months (
  month date primary key,
  time_zone text not null,
  summed_at timestamptz not null default now()
);

-- What is summed for whom: 0 everything that is not thrown away, 1 what is published, 2 the rest, by department.
create table holding_sums (
  month date not null,
  -- Nothing: the whole month.
  day date,
  scope smallint not null,
  department_id uuid,
  -- 0 everything, 1 kind, 2 format, 3 subject, 4 department, 5 owner (months only).
  dimension smallint not null,
  key text,
  resources integer not null,
  bytes bigint not null,
  play_ms bigint not null,
  pages bigint not null,
  with_text integer not null,
  heard integer not null,
  subtitled integer not null,
  never_used integer not null
);
create index holding_sums_place on holding_sums (scope, department_id, dimension, month, day);
create index holding_sums_month on holding_sums (month);

-- Owners over all months together: they are many, and asked for as a whole only.
create table holding_owners (
  scope smallint not null,
  department_id uuid,
  owner_id uuid not null,
  resources bigint not null,
  bytes bigint not null,
  unique nulls not distinct (scope, department_id, owner_id)
);

create function note_holdings(at timestamptz[]) returns void language sql as $$
  insert into holding_changes (month)
  select distinct date_trunc('month', (each_at at time zone 'UTC') + shift)::date
  from unnest(at) each_at, unnest(array[interval '-14 hours', interval '14 hours']) shift
$$;

create function note_holdings_of_resources() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform note_holdings(array_agg(at)) from (
      select unnest(array[added.created_at, removed.created_at]) as at
      from added join removed using (id)
      where (added.state, added.kind, added.format, added.subject_id, added.department_id, added.owner_id, added.size_bytes,
          added.duration_seconds, added.page_count, added.has_text, added.created_at)
        is distinct from (removed.state, removed.kind, removed.format, removed.subject_id, removed.department_id,
          removed.owner_id, removed.size_bytes, removed.duration_seconds, removed.page_count, removed.has_text,
          removed.created_at)) changed
    having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform note_holdings(array_agg(created_at)) from added having count(*) > 0;
  else
    perform note_holdings(array_agg(created_at)) from removed having count(*) > 0;
  end if;
  return null;
end
$$;
create trigger resources_added_note_holdings after insert on resources referencing new table as added
  for each statement execute function note_holdings_of_resources();
create trigger resources_removed_note_holdings after delete on resources referencing old table as removed
  for each statement execute function note_holdings_of_resources();
create trigger resources_changed_note_holdings after update on resources
  referencing old table as removed new table as added
  for each statement execute function note_holdings_of_resources();

create function note_holdings_of_subtitles() returns trigger language plpgsql as $$
begin
  perform note_holdings(array_agg(created_at)) from resources
  where id in (select resource_id from changed) having count(*) > 0;
  return null;
end
$$;
create trigger subtitles_added_note_holdings after insert on subtitles referencing new table as changed
  for each statement execute function note_holdings_of_subtitles();
create trigger subtitles_removed_note_holdings after delete on subtitles referencing old table as changed
  for each statement execute function note_holdings_of_subtitles();

create function note_holdings_of_published_subtitles() returns trigger language plpgsql as $$
begin
  perform note_holdings(array_agg(created_at)) from resources where id in (
    select added.resource_id from added join removed using (id)
    where (added.state, added.deleted_at is null, added.resource_id)
      is distinct from (removed.state, removed.deleted_at is null, removed.resource_id)) having count(*) > 0;
  return null;
end
$$;
create trigger subtitles_changed_note_holdings after update on subtitles
  referencing old table as removed new table as added
  for each statement execute function note_holdings_of_published_subtitles();

-- A resource is used for the first time when the sums get a number for it.
create function note_holdings_of_first_uses() returns trigger language plpgsql as $$
begin
  perform note_holdings(array_agg(created_at)) from resources
  where id in (select key::uuid from changed where dimension = 10) having count(*) > 0;
  return null;
end
$$;
create trigger access_keys_added_note_holdings after insert on access_keys referencing new table as changed
  for each statement execute function note_holdings_of_first_uses();
create trigger access_keys_removed_note_holdings after delete on access_keys referencing old table as changed
  for each statement execute function note_holdings_of_first_uses();

insert into holding_changes (month)
select distinct date_trunc('month', (created_at at time zone 'UTC') + shift)::date
from resources, unnest(array[interval '-14 hours', interval '14 hours']) shift;
