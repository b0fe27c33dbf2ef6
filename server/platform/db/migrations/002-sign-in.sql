-- Who holds a token, with everything the judges of a request need, in one call. It runs with every request: as a
-- PL/pgSQL function its plan is made once per connection, which halves its cost against the bare join.
create function token_holder(token_hash bytea)
returns table (
  kind text,
  token_expired boolean,
  session_id uuid,
  session_ended boolean,
  session_expired boolean,
  seen_lately boolean,
  user_id uuid,
  account text,
  name text,
  role_id smallint,
  forbidden boolean,
  must_change_password boolean,
  department_id uuid,
  department_path text,
  department_code text,
  permissions text[]
)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select
      token.kind,
      token.expires_at <= now(),
      session.id,
      session.ended_at is not null,
      session.expires_at <= now(),
      session.last_seen_at > now() - interval '1 minute',
      person.id,
      person.account,
      person.name,
      person.role_id,
      person.access <> 0,
      person.must_change_password,
      department.id,
      department.path,
      department.code,
      allowed_paths(person.id)
    from session_tokens token
    join sessions session on session.id = token.session_id
    join users person on person.id = session.user_id
    left join departments department on department.id = person.department_id
    where token.hash = token_hash;
end
$$;

-- Attempts to sign in through the messaging vendor: each state works once, in the browser that asked for it.
create table wecom_states (
  hash bytea primary key,
  browser_hash bytea not null,
  expires_at timestamptz not null
);
create index wecom_states_expiry on wecom_states (expires_at);

-- A browser that several people use keeps one device mark: it is looked up without knowing whose it is.
create index user_devices_hash on user_devices (hash);
