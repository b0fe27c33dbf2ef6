-- Webhooks and the publication changes they report.

-- Items that may have been published, unpublished or changed while public. Triggers record them in the same
-- transaction; workers know the rule and decide.
create table publication_changes (
  id bigint generated always as identity primary key,
  object_type text not null check (object_type in ('resource', 'course', 'homePage')),
  object_id uuid,
  -- Contains at least the columns that the publication rule reads.
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);

-- Up to when items that start or end by date have been checked.
create table publication_round (
  single boolean default true check (single) primary key,
  looked_until timestamptz not null default now()
);

create table webhooks (
  id uuid primary key,
  name text not null,
  url text not null,
  -- Sealed instead of hashed, because it is needed for signing.
  secret_sealed bytea not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- The webhook only reports what an API key of this audience could read.
  audience text not null default 'campus' check (audience in ('everyone', 'campus')),
  paused_at timestamptz,
  -- Set when the webhook was paused automatically because it failed for days.
  pause_reason text,
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
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

create function note_resource_publication() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type, object_id, before, after)
  values ('resource', new.id, publication_of(old), publication_of(new));
  return null;
end
$$;
create trigger resources_note_publication after update of state, visibility, publish_at, offline_at, licence_until, title, description, author, year, language, subject_id, tag_ids, licence, alt_text, version_id on resources
  for each row when ((old.state = 'published') or (new.state = 'published'))
  execute function note_resource_publication();

create function note_course_publication() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type, object_id, before, after)
  values ('course', new.id, publication_of(old), publication_of(new));
  return null;
end
$$;
create trigger courses_note_publication after update of state, audience, available_from, available_until, name, code, term, description, language, subject_id, cover_file_id, catalogue_version on courses
  for each row when ((old.state = 'published') or (new.state = 'published'))
  execute function note_course_publication();

-- Sites are notified when a home page is published.
create function note_home_publication() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type) values ('homePage');
  return null;
end
$$;
create trigger home_page_note_publication after insert on home_page_versions for each statement
  execute function note_home_publication();

-- Sites are notified when a published course is withheld and when it is released.
create function note_course_withheld() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type, object_id, before, after)
  values ('course', new.id, to_jsonb(old), to_jsonb(new));
  return null;
end
$$;
create trigger courses_note_withheld after update of withheld on courses for each row
  when ((old.state = 'published') and (old.withheld <> new.withheld)) execute function note_course_withheld();

insert into publication_round default values;
