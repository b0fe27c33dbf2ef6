-- Between the password and the second factor: whoever holds the challenge proved the first, and has a few minutes.
create table sign_in_challenges (
  hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Digest of the password hash that was proved, so that a new password ends the attempt; null: the vendor vouched.
  proof bytea,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

alter table users add column totp_since timestamptz;

-- A password that somebody else knows, too, works for the first sign-in only, and not for ever.
alter table users add column one_time_password_until timestamptz;

-- The pages that groups would allow a person who has this position and belongs to this department: what a change of
-- either would give, before it is made. Without a person: somebody new.
create function paths_allowed_to(wanted_user uuid, wanted_position uuid, wanted_department uuid) returns text[]
language sql stable as $$
  select coalesce(array_agg(rules.path order by rules.path), '{}')
  from (
    select rule.path
    from permission_group_members member
    join permission_group_rules rule on rule.group_id = member.group_id
    where member.user_id = wanted_user
      or member.position_id = wanted_position
      or member.department_id in (
        select above.id from departments own join departments above on own.path like above.path || '%'
        where own.id = wanted_department)
    group by rule.path
    having max(rule.flag) = 0
  ) rules
$$;
