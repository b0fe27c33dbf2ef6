-- Courses and columns.

-- Courses to check again, queued by whatever changed them. Rows are only appended, so writers never block each other;
-- no foreign key, because rows of deleted courses are simply discarded.
create table course_checks_due (
  id bigint generated always as identity primary key,
  course_id uuid not null
);
create index course_checks_due_course on course_checks_due (course_id, id);

create table courses (
  id uuid primary key,
  name text not null,
  -- Assigned by the university; courses of other terms may reuse it.
  code text not null,
  term text not null default '',
  description text not null default '',
  language text,
  cover_file_id uuid references files on delete set null,
  subject_id uuid references subjects on delete set null,
  college_id uuid references colleges on delete set null,
  department_id uuid references departments on delete set null,
  owner_id uuid not null references users,
  state text not null default 'draft' check (state in ('draft', 'in_review', 'published', 'offline', 'archived',
    'trashed')),
  -- Reason given by the person who returned it, took it offline or trashed it.
  state_reason text,
  state_since timestamptz not null default now(),
  state_by uuid references users on delete set null,
  -- State to return to when it is restored from Trash.
  state_before text,
  published_at timestamptz,
  -- When learners can see the published course; null means no limit.
  available_from timestamptz,
  available_until timestamptz,
  -- Maintained by the course checks, never edited directly.
  chapter_count integer not null default 0,
  resource_count integer not null default 0,
  -- Resources that learners can't open, that lack text or subtitles, or that have sensitive matches.
  missing_count integer not null default 0,
  without_text_count integer not null default 0,
  without_subtitles_count integer not null default 0,
  sensitive_count integer not null default 0,
  -- Chapters with nothing in them or below them.
  empty_count integer not null default 0,
  -- Percentage of resources without problems; null when there are no resources.
  completeness smallint check ((completeness >= 0) and (completeness <= 100)),
  checked_at timestamptz,
  -- Version of the fields; changes of the catalogue have their own version.
  version integer not null default 1,
  catalogue_version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (lower(((((name || ' ') || code) || ' ') || description))) stored,
  -- Copy of the item's `withheld` flag for the publication rule.
  withheld boolean not null default false,
  -- Who can see the published course.
  audience text not null default 'campus' check (audience in ('everyone', 'campus')),
  check (available_until > available_from)
);
create unique index courses_code on courses (lower(code), lower(term)) where state <> 'trashed';
create index courses_by_updated on courses (updated_at, id) where state <> 'trashed';
create index courses_by_name on courses (lower(name), id) where state <> 'trashed';
create index courses_by_code on courses (lower(code), id) where state <> 'trashed';
create index courses_by_completeness on courses (coalesce((completeness)::integer, '-1'::integer), id) where state <>
  'trashed';
create index courses_state_updated on courses (state, updated_at, id);
create index courses_subject on courses (subject_id, updated_at, id);
create index courses_college on courses (college_id, updated_at, id);
create index courses_department on courses (department_id, updated_at, id);
create index courses_owner on courses (owner_id, updated_at, id);
create index courses_search on courses using gin (text_pieces(search_text));
create index courses_portal on courses (coalesce(published_at, created_at), id) where state = 'published';
create index courses_by_published on courses (published_at desc nulls last, id) where state = 'published';

-- Undo records of catalogue changes: the affected rows before and after.
create table catalogue_changes (
  id uuid primary key,
  course_id uuid not null references courses on delete cascade,
  what text not null,
  -- [{id, before, after}]; `before` or `after` is null when the row didn't exist at that time.
  chapters jsonb not null,
  items jsonb not null,
  made_at timestamptz not null default now()
);
create index catalogue_changes_course on catalogue_changes (course_id);
create index catalogue_changes_made on catalogue_changes (made_at);

create table chapters (
  id uuid primary key,
  course_id uuid not null references courses on delete cascade,
  parent_id uuid references chapters on delete cascade,
  title text not null,
  position double precision not null,
  goals text not null default '',
  body text not null default '',
  -- Hidden chapters and everything below them are visible only to people who edit the course.
  visible boolean not null default true,
  available_from timestamptz,
  available_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  withheld boolean not null default false,
  check (available_until > available_from)
);
create index chapters_course on chapters (course_id, parent_id, "position");
create index chapters_parent on chapters (parent_id) where parent_id is not null;
-- The command palette searches any part of a chapter title across all courses.
create index chapters_search on chapters using gin (text_pieces(lower(title)));

create table chapter_resources (
  id uuid primary key,
  chapter_id uuid not null references chapters on delete cascade,
  course_id uuid not null references courses on delete cascade,
  resource_id uuid not null references resources on delete cascade,
  position double precision not null,
  required boolean not null default true,
  -- The part of a recording; null means from its beginning or to its end.
  start_ms integer check (start_ms >= 0),
  end_ms integer check (end_ms > 0),
  note text not null default '',
  added_by uuid references users on delete set null,
  added_at timestamptz not null default now(),
  check (end_ms > start_ms)
);
create index chapter_resources_chapter on chapter_resources (chapter_id, "position");
create index chapter_resources_course on chapter_resources (course_id);
create index chapter_resources_resource on chapter_resources (resource_id);

-- Course staff: either an account or just a name.
create table course_people (
  id uuid primary key,
  course_id uuid not null references courses on delete cascade,
  user_id uuid references users on delete cascade,
  name text not null default '',
  part text not null check (part in ('teacher', 'assistant', 'editor')),
  position double precision not null,
  check ((user_id is not null) or (name <> '')),
  unique (course_id, user_id, part)
);
create index course_people_user on course_people (user_id) where user_id is not null;

create table columns (
  id uuid primary key,
  parent_id uuid references columns,
  name text not null,
  slug text not null,
  path text not null,
  position double precision not null,
  description text not null default '',
  cover_file_id uuid references files on delete set null,
  visible boolean not null default true,
  mode text not null default 'manual' check (mode in ('manual', 'rule')),
  -- A filtered resource list, as the query string of its page.
  rule text not null default '',
  sort_rule text not null default 'manual' check (sort_rule in ('manual', 'newest', 'title', 'updated')),
  item_limit integer check ((item_limit >= 1) and (item_limit <= 10000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  withheld boolean not null default false
);
create unique index columns_slug on columns (parent_id, lower(slug)) nulls not distinct;
create index columns_path on columns (path text_pattern_ops);
create index columns_parent on columns (parent_id, "position");

create table column_items (
  column_id uuid references columns on delete cascade,
  resource_id uuid references resources on delete cascade,
  position double precision not null,
  pinned boolean not null default false,
  added_by uuid references users on delete set null,
  added_at timestamptz not null default now(),
  primary key (column_id, resource_id)
);
create index column_items_order on column_items (column_id, pinned desc, "position", resource_id);
create index column_items_resource on column_items (resource_id);

create function note_courses() returns trigger language plpgsql as $$
begin
  insert into course_checks_due (course_id) select distinct course_id from changed;
  return null;
end
$$;
create trigger chapters_added_note after insert on chapters referencing new table as changed for each statement
  execute function note_courses();
create trigger chapters_changed_note after update on chapters referencing new table as changed for each statement
  execute function note_courses();
create trigger chapters_removed_note after delete on chapters referencing old table as changed for each statement
  execute function note_courses();
create trigger chapter_resources_added_note after insert on chapter_resources
  referencing new table as changed for each statement execute function note_courses();
create trigger chapter_resources_changed_note after update on chapter_resources
  referencing new table as changed for each statement execute function note_courses();
create trigger chapter_resources_removed_note after delete on chapter_resources
  referencing old table as changed for each statement execute function note_courses();

create function note_courses_of(of_resource uuid) returns void language sql as $$
  insert into course_checks_due (course_id)
  select distinct course_id from chapter_resources where resource_id = of_resource
$$;

create function note_courses_of_resource() returns trigger language plpgsql as $$
begin
  perform note_courses_of(new.id);
  return null;
end
$$;
create trigger resources_note_courses after update of state, visibility, publish_at, offline_at, licence_until, work_failed, has_text, kind, duration_seconds on resources
  for each row
  when ((old.state <> new.state) or (old.visibility <> new.visibility) or (old.publish_at is distinct from
    new.publish_at) or (old.offline_at is distinct from new.offline_at) or (old.licence_until is distinct from
    new.licence_until) or (old.work_failed <> new.work_failed) or (old.has_text <> new.has_text) or (old.kind <>
    new.kind) or (old.duration_seconds is distinct from new.duration_seconds))
  execute function note_courses_of_resource();

create function note_courses_of_its_resource() returns trigger language plpgsql as $$
begin
  perform note_courses_of(case when tg_op = 'DELETE' then old.resource_id else new.resource_id end);
  return null;
end
$$;
create trigger subtitles_note_courses after insert or delete on subtitles for each row
  execute function note_courses_of_its_resource();
create trigger subtitles_changed_note_courses after update of state on subtitles for each row
  when (old.state <> new.state) execute function note_courses_of_its_resource();

-- Everything the publication rule depends on, stored before and after each change.
create function publication_of(resource resources) returns jsonb language sql immutable as $$
  select jsonb_build_object('state', resource.state, 'visibility', resource.visibility, 'publish_at', resource.publish_at,
    'offline_at', resource.offline_at, 'licence_until', resource.licence_until)
$$;

-- Everything the publication rule depends on, so that sites are never notified of a withheld course.
create function publication_of(course courses) returns jsonb language sql immutable as $$
  select jsonb_build_object('state', course.state, 'audience', course.audience, 'available_from', course.available_from,
    'available_until', course.available_until, 'withheld', course.withheld)
$$;
