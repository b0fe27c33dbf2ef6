-- Counts of lists by tab, kept as sums of differences: writers only ever append, so nobody waits for anybody, and the
-- rows are folded together now and then. A department's count is its own; those below it have theirs.
create table list_counts (
  list text not null,
  tab text not null,
  department_id uuid,
  delta bigint not null
);
create index list_counts_list on list_counts (list, tab, department_id);

create table list_views (
  id uuid primary key,
  list text not null,
  owner_id uuid not null references users (id) on delete cascade,
  name text not null,
  query text not null,
  columns jsonb,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_views_name on list_views (owner_id, list, lower(name));
create index list_views_shared on list_views (list) where shared;

create table list_columns (
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  columns jsonb not null,
  primary key (user_id, list)
);

-- Pairs of neighbouring characters: an index on them finds any piece of two characters or more, in every script.
create function bigrams(value text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(value), place, 2)), '{}')
  from generate_series(1, greatest(length(value) - 1, 0)) place
$$;

alter table users add column search_text text generated always as
  (lower(name || ' ' || account || ' ' || coalesce(email, ''))) stored;
create index users_search on users using gin (bigrams(search_text));

-- Users as a list: one index per sort, with the id as the last word, so that any page is a walk along one of them.
-- Second factor: the secret as the key of this installation sealed it; recovery codes as hashes, each for one use.
alter table users add column totp_secret bytea;
alter table users add column totp_last_step bigint;
alter table users add column recovery_hashes bytea[] not null default '{}';
alter table users add column created_by uuid references users (id) on delete set null;
create index users_by_name on users (lower(name), id);
create index users_by_account on users (lower(account), id);
create index users_by_role on users (role_id, id);
create index users_by_last_sign_in on users (coalesce(last_sign_in_at, 'epoch'::timestamptz), id);
create index users_by_email on users (lower(coalesce(email, '')), id);
create index users_by_created on users (created_at, id);
create index users_forbidden on users (created_at, id) where access = 1;
create index users_never_signed_in on users (created_at, id) where last_sign_in_at is null;
create index users_administrators on users (created_at, id) where role_id <= 2;

create function user_tabs(access smallint, last_sign_in_at timestamptz, role_id smallint) returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
    'all',
    case access when 0 then 'allowed' else 'forbidden' end,
    case when last_sign_in_at is null then 'neverSignedIn' end,
    case when role_id <= 2 then 'administrators' end
  ], null)
$$;

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_counts (list, tab, department_id, delta)
    select 'user', tabs.tab, added.department_id, count(*)
    from added cross join lateral unnest(user_tabs(added.access, added.last_sign_in_at, added.role_id)) tabs (tab)
    group by tabs.tab, added.department_id;
  elsif tg_op = 'DELETE' then
    insert into list_counts (list, tab, department_id, delta)
    select 'user', tabs.tab, removed.department_id, -count(*)
    from removed cross join lateral unnest(user_tabs(removed.access, removed.last_sign_in_at, removed.role_id)) tabs (tab)
    group by tabs.tab, removed.department_id;
  else
    insert into list_counts (list, tab, department_id, delta)
    select 'user', changes.tab, changes.department_id, sum(changes.delta)
    from (
      select tabs.tab, added.department_id, 1 as delta
      from added cross join lateral unnest(user_tabs(added.access, added.last_sign_in_at, added.role_id)) tabs (tab)
      union all
      select tabs.tab, removed.department_id, -1
      from removed cross join lateral unnest(user_tabs(removed.access, removed.last_sign_in_at, removed.role_id)) tabs (tab)
    ) changes
    group by changes.tab, changes.department_id
    having sum(changes.delta) <> 0;
  end if;
  return null;
end
$$;

create trigger count_users_added after insert on users
  referencing new table as added for each statement execute function count_users();
create trigger count_users_removed after delete on users
  referencing old table as removed for each statement execute function count_users();
create trigger count_users_changed after update on users
  referencing old table as removed new table as added for each statement execute function count_users();

insert into list_counts (list, tab, department_id, delta)
select 'user', tabs.tab, users.department_id, count(*)
from users cross join lateral unnest(user_tabs(users.access, users.last_sign_in_at, users.role_id)) tabs (tab)
group by tabs.tab, users.department_id;
