-- Keys of the sites that read the portal ------------------------------------------------------------------------------

create table api_keys (
  id uuid primary key,
  name text not null,
  -- The first characters, to know it again; of the key itself there is only a hash.
  prefix text not null unique,
  secret_hash bytea not null unique,
  -- After a change of the secret the one before counts for a while, so that a site can change over.
  old_secret_hash bytea unique,
  old_secret_until timestamptz,
  scopes text[] not null check (scopes <@ array['content', 'search', 'media', 'events', 'reports'] and cardinality(scopes) > 0),
  -- `campus`: the site has checked that its readers belong to the university; `everyone`: only what is for everybody.
  audience text not null default 'everyone' check (audience in ('everyone', 'campus')),
  calls_per_minute integer not null default 600 check (calls_per_minute between 1 and 100000),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references users (id) on delete set null,
  last_used_at timestamptz,
  last_used_from inet,
  version integer not null default 1,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What readers did ----------------------------------------------------------------------------------------------------

-- One partition per month. An event has its id from the site; it is taken once. It names things without referring to
-- them: what happened stays true when the thing is gone, and ten thousand of them come in a second.
create table access_events (
  at timestamptz not null,
  event_id uuid not null,
  received_at timestamptz not null default now(),
  source text not null check (source in ('portal', 'office')),
  key_id uuid,
  action text not null check (action in ('view', 'play', 'download', 'search', 'click')),
  resource_id uuid,
  course_id uuid,
  chapter_id uuid,
  column_id uuid,
  -- The entry of the home page that was clicked.
  home_entry_id uuid,
  -- Somebody with an account, or the site's own opaque name for a reader.
  user_id uuid,
  reader text,
  visit text,
  position_ms integer check (position_ms >= 0),
  seconds real check (seconds >= 0),
  query text,
  hits integer check (hits >= 0),
  client text,
  device text,
  ip inet,
  robot boolean not null default false
) partition by range (at);
-- Each site makes its own ids; what two of them have made by chance is two events.
create unique index access_events_once on access_events (key_id, event_id, at) nulls not distinct;
create index access_events_at on access_events (at, event_id);
create index access_events_user on access_events (user_id, at) where user_id is not null;
create index access_events_resource on access_events (resource_id, at) where resource_id is not null;

-- Whatever comes for a month without a partition; there should never be anything in it.
create table access_events_other partition of access_events default;

-- The partitions of the months from one instant to another. Whoever makes them first makes them for all.
create function ensure_access_months(first_at timestamptz, last_at timestamptz) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', first_at at time zone 'UTC');
  name text;
begin
  while month <= last_at at time zone 'UTC' loop
    name := 'access_events_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      perform pg_advisory_xact_lock(hashtextextended('access months', 0));
      -- Looked up once more it may still seem missing: what the look before found is remembered.
      begin
        execute format('create table %I partition of access_events for values from (%L) to (%L)', name,
          month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      exception when duplicate_table then null;
      end;
    end if;
    month := month + interval '1 month';
  end loop;
end
$$;

-- What readers complain of --------------------------------------------------------------------------------------------

create table reader_reports (
  id uuid primary key,
  resource_id uuid not null references resources (id) on delete cascade,
  key_id uuid references api_keys (id) on delete set null,
  reason text not null check (reason in ('offensive', 'wrong', 'broken', 'rights', 'private', 'other')),
  note text not null default '',
  reader text,
  page integer,
  position_ms integer,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid references users (id) on delete set null
);
create index reader_reports_resource on reader_reports (resource_id, created_at);
create index reader_reports_open on reader_reports (created_at) where settled_at is null;

-- Who is told of what is published ------------------------------------------------------------------------------------

create table webhooks (
  id uuid primary key,
  name text not null,
  url text not null,
  -- Sealed: we have to sign with it.
  secret_sealed bytea not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- What it is told of: only what a key of that audience could read.
  audience text not null default 'everyone' check (audience in ('everyone', 'campus')),
  paused_at timestamptz,
  -- Paused by itself after it failed for days.
  pause_reason text,
  version integer not null default 1,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  kind text not null,
  object_type text not null check (object_type in ('resource', 'course', 'homePage')),
  object_id uuid,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  tries smallint not null default 0,
  next_at timestamptz default now(),
  http_status smallint,
  error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state in ('waiting', 'sending');
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at, id);

-- What may have become public, or ceased to be, or changed while it was: noted by triggers in the transaction that changed
-- it, and judged by the workers, who know the rule.
create table publication_changes (
  id bigint generated always as identity primary key,
  object_type text not null check (object_type in ('resource', 'course', 'homePage')),
  object_id uuid,
  -- As far as the rule asks for it.
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);

create function publication_of(resource resources) returns jsonb language sql immutable as $$
  select jsonb_build_object('state', resource.state, 'visibility', resource.visibility, 'publish_at', resource.publish_at,
    'offline_at', resource.offline_at, 'licence_until', resource.licence_until)
$$;

create function note_resource_publication() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type, object_id, before, after)
  values ('resource', new.id, publication_of(old), publication_of(new));
  return null;
end
$$;
create trigger resources_note_publication
after update of state, visibility, publish_at, offline_at, licence_until, title, description, author, year, language,
  subject_id, tag_ids, licence, alt_text, version_id on resources
for each row when (old.state = 'published' or new.state = 'published') execute function note_resource_publication();

create function note_course_publication() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type, object_id, before, after)
  values ('course', new.id,
    jsonb_build_object('state', old.state, 'available_from', old.available_from, 'available_until', old.available_until),
    jsonb_build_object('state', new.state, 'available_from', new.available_from, 'available_until', new.available_until));
  return null;
end
$$;
create trigger courses_note_publication
after update of state, available_from, available_until, name, code, term, description, language, subject_id,
  cover_file_id, catalogue_version on courses
for each row when (old.state = 'published' or new.state = 'published') execute function note_course_publication();

-- Up to when what begins and ends by its date was looked at.
create table publication_round (
  single boolean primary key default true check (single),
  looked_until timestamptz not null default now()
);
insert into publication_round default values;

-- The portal lists the newest first.
create index resources_portal on resources (coalesce(published_at, created_at), id) where state = 'published';
create index courses_portal on courses (coalesce(published_at, created_at), id) where state = 'published';
