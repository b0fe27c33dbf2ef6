-- Single sign-on: which account an identity of the provider belongs to. `subject` is what the provider promises never to
-- give to anybody else. `unlinked_at`: its owner does not want to come in by it any more; the row stays, so that it is
-- not linked again by itself.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  -- What the provider calls the person, to be recognised in the profile.
  label text not null,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz,
  unlinked_at timestamptz,
  primary key (issuer, subject)
);
create unique index user_identities_user on user_identities (user_id, issuer) where unlinked_at is null;
create index user_identities_owner on user_identities (user_id);

-- Attempts that are on their way to the provider and back. Who shows the state must be the browser that was given it.
create table sign_on_attempts (
  hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  -- Present: this person links an identity; absent: somebody signs in.
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_on_attempts_expiry on sign_on_attempts (expires_at);
create index sign_on_attempts_user on sign_on_attempts (user_id) where user_id is not null;

-- Who vouched for the first factor, where it was not the password.
alter table sign_in_challenges add column vouched_by text check (vouched_by in ('wecom', 'oidc'));

-- The provider's e-mail claim finds accounts by this.
create index users_email on users (lower(email)) where email is not null;

-- Audit ------------------------------------------------------------------------------------------------------------

-- What an activity is about, in the words of the audit's tabs.
create function activity_area(action text, object_type text) returns text language sql immutable parallel safe as $$
  select case
    when split_part(action, '.', 1) in ('auth', 'twoFactor', 'signOn') then 'signIn'
    when object_type in ('user', 'permissionGroup', 'college', 'department', 'position', 'page', 'task', 'mail') then 'people'
    when object_type in ('settings', 'queue', 'job', 'operation', 'import', 'audit', 'apiKey') then 'system'
    else 'content'
  end
$$;

-- A column of its own: an index on it alone answers how many there are.
alter table activities add column area text not null generated always as (activity_area(action, object_type)) stored;

-- The audit's order is by time: each of its filters finds the newest at the end of an index.
drop index activities_actor;
create index activities_actor on activities (actor_id, at desc, id desc);
create index activities_action on activities (action, at desc, id desc);
create index activities_area on activities (area, at desc, id desc);
create index activities_type on activities (object_type, at desc, id desc);
create index activities_ip on activities (ip, at desc, id desc) where ip is not null;

-- Erasure ------------------------------------------------------------------------------------------------------------

-- Somebody whose personal data was erased. What must stay names them by a number.
create sequence erased_people;
alter table users add column erased_at timestamptz;
