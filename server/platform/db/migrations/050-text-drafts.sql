-- What people are typing and have not saved: one draft of each text, which is somebody's. It outlives their window.
create table text_drafts (
  -- Texts that were read are named by their resource, as their versions change with every save.
  object_type text not null check (object_type in ('documentText', 'ocrText', 'speechText', 'subtitle', 'summary')),
  object_id uuid not null,
  resource_id uuid references resources (id) on delete cascade,
  -- The version that it began with.
  base_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- Changed parts by their number; of a text without parts, all of it as part 1.
  content jsonb not null,
  version bigint not null default 1,
  updated_at timestamptz not null default now(),
  primary key (object_type, object_id)
);
create index text_drafts_user on text_drafts (user_id);
create index text_drafts_resource on text_drafts (resource_id);

create function delete_drafts_of_resource() returns trigger language plpgsql as $$
begin
  delete from text_drafts where resource_id = new.id;
  return null;
end
$$;
create trigger resources_purge_drafts after update of state on resources
  for each row when (new.state = 'purged' and old.state <> 'purged') execute function delete_drafts_of_resource();

-- The glossary: what the machine hears wrong, and how it is written. Deleted terms are kept for Undo.
create table glossary_terms (
  id uuid primary key,
  wrong text not null,
  correct text not null,
  -- What twins are told by: the same whatever the size and the width of its letters.
  key text not null generated always as (lower(normalize(wrong, nfkc))) stored,
  -- null: in texts of every language.
  language text,
  whole_word boolean not null default true,
  enabled boolean not null default true,
  note text not null default '',
  search_text text not null generated always as (lower(wrong || ' ' || correct || ' ' || note)) stored,
  version integer not null default 1,
  deleted_at timestamptz,
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index glossary_terms_key on glossary_terms (key, coalesce(language, '')) where deleted_at is null;
create index glossary_terms_by_wrong on glossary_terms (lower(wrong), id);
create index glossary_terms_by_updated on glossary_terms (updated_at, id);
