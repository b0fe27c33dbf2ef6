/** The statements of the server written by hand. Each checks the session and the scope in the same round trip. */

/** Finds the person of a token ($1) who may open a page ($2), with the departments in their scope. */
const holder = `
  select person.id as user_id, person.role_id, array(
      select below.id from departments below where below.path like own.path || '%') as department_ids
  from session_tokens token
  join sessions session on session.id = token.session_id
  join users person on person.id = session.user_id
  join departments own on own.id = person.department_id
  where token.hash = $1 and token.kind = 'access' and token.expires_at > now()
    and session.ended_at is null and session.expires_at > now() and person.access = 0
    and exists (
      select from permission_group_members member join permission_group_rules rule on rule.group_id = member.group_id
      where (member.user_id = person.id or member.position_id = person.position_id
          or member.department_id = any (string_to_array(trim(both '/' from own.path), '/')::uuid[]))
        and rule.path = any ($2::text[])
      group by rule.path having max(rule.flag) = 0)`;

const rowColumns = (userId: string, departmentIds: string) => `
  resources.id, resources.kind, resources.title, resources.file_name, resources.format, resources.size_bytes::float8,
  resources.duration_seconds, resources.page_count, resources.width, resources.height, resources.thumbnail_id,
  resources.state, resources.state_reason, resources.work_failed, resources.language, resources.licence,
  resources.licence_until::text, resources.visibility, resources.publish_at, resources.offline_at,
  resources.published_at, resources.version_number, resources.created_at, resources.updated_at, resources.version,
  resources.subject_id, subjects.name as subject_name, resources.owner_id, owners.name as owner_name,
  resources.department_id, departments.name as department_name, resources.library_id, libraries.name as library_name,
  resources.folder_id, folders.name as folder_name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name)), '[]')
    from tags where id = any (resources.tag_ids)) as tags,
  (select coalesce(jsonb_agg(jsonb_build_object('id', columns.id, 'name', columns.name) order by lower(columns.name)), '[]')
    from column_items join columns on columns.id = column_items.column_id
    where column_items.resource_id = resources.id) as columns,
  exists (select from favourites where owner_id = ${userId} and resource_id = resources.id) as starred,
  coalesce(resources.department_id = any (${departmentIds}), false) as in_scope`;

const rowJoins = `
  join users owners on owners.id = resources.owner_id
  join libraries on libraries.id = resources.library_id
  left join departments on departments.id = resources.department_id
  left join subjects on subjects.id = resources.subject_id
  left join folders on folders.id = resources.folder_id`;

const live = `resources.state not in ('trashed', 'purged')`;
const readable = (userId: string, departmentIds: string) => `(resources.state = 'published'
  or resources.owner_id = ${userId} or resources.department_id = any (${departmentIds}))`;

/** $3: the resource, $4: the time zone. */
const get = `
  with holder as materialized (${holder})
  select holder.user_id, holder.role_id, ${rowColumns('holder.user_id', 'holder.department_ids')},
    resources.description, resources.author, resources.year, resources.source, resources.alt_text,
    resources.state_since, resources.state_by, state_people.name as state_by_name,
    resources.created_by, creators.name as created_by_name,
    current.id as current_id, current.number, current.file_name as current_file_name,
    current.format as current_format, current.content_type, current.size_bytes::float8 as current_size_bytes,
    encode(current.sha256, 'hex') as sha256, current.facts, current.note, current.from_number, current.created_at as current_created_at,
    current.created_by as current_by, version_people.name as current_by_name,
    (select count(*)::int from resource_versions where resource_id = resources.id) as versions,
    (select count(*)::int from resource_notes where resource_id = resources.id) as notes,
    (select count(*)::int from column_items join columns on columns.id = column_items.column_id
      where columns.mode = 'manual' and column_items.resource_id = resources.id)
    + (select count(*)::int from home_page_uses where resource_id = resources.id)
    + (select count(distinct items.chapter_id)::int from chapter_resources items
      join courses on courses.id = items.course_id
      where items.resource_id = resources.id and courses.state <> 'trashed')
    + exists (select from favourites where resource_id = resources.id)::int as uses,
    (select count(*)::int from (select from resources twin
      where twin.sha256 = resources.sha256 and twin.id <> resources.id and twin.state not in ('trashed', 'purged')
        and (twin.state = 'published' or twin.owner_id = holder.user_id
          or twin.department_id = any (holder.department_ids)) limit 1000) twins) as duplicates,
    resources.licence_until < (now() at time zone $4)::date as licence_over,
    exists (select from sensitive_hits where resource_id = resources.id and state = 'open'
      and severity in ('review', 'block'))
    or exists (select from sensitive_masks where resource_id = resources.id) and not exists (
      select from masked_files where version_id = resources.version_id) as held,
    resources.field_sources, (select jsonb_object_agg(people.id, people.name)
      from jsonb_each_text(resources.field_sources) origin
      join users people on people.id = case when length(origin.value) = 36 then origin.value::uuid end) as source_names
  from holder cross join resources ${rowJoins}
    join resource_versions current on current.id = resources.version_id
    left join users state_people on state_people.id = resources.state_by
    left join users creators on creators.id = resources.created_by
    left join users version_people on version_people.id = current.created_by
  where resources.id = $3 and resources.state <> 'purged'
    and ${readable('holder.user_id', 'holder.department_ids')}`;

/** $3: the resource, $4: the new source, $5: the version it was read in, $6: address, $7: request. */
const save = `
  with holder as materialized (${holder}), before as (
    select resources.id, resources.source, resources.owner_id, holder.user_id from resources cross join holder
    where resources.id = $3 and resources.version = $5 and resources.source <> $4 and ${live}
      and (resources.owner_id = holder.user_id or resources.department_id = any (holder.department_ids))
    for no key update of resources
  ), saved as (
    update resources set source = $4, version = resources.version + 1, updated_at = now()
    from before where resources.id = before.id returning before.*
  ), activity as (
    insert into activities (actor_id, action, object_type, object_id, before, after, ip, request_id)
    select user_id, 'resource.updated', 'resource', id, jsonb_build_object('source', source),
      jsonb_build_object('source', $4::text), $6, $7 from saved
  ), event as (
    insert into events (user_id, payload, created_at)
    select listeners.id, jsonb_build_object('topic', 'resource', 'id', saved.id), clock_timestamp()
    from saved cross join lateral (select saved.owner_id union select saved.user_id) listeners (id)
    returning id
  )
  select pg_notify('lectern_events', id::text) from event`;

/** The person with the counts of all tabs and the tags that a search ($4) finds by name; $3: the limit of counting. */
const tabs = `
  with holder as materialized (${holder}), own as (
    select resources.kind, resources.state, resources.work_failed from resources cross join holder
    where resources.owner_id = holder.user_id and resources.state not in ('published', 'purged')
      and (resources.department_id = any (holder.department_ids)) is not true limit $3::int + 1
  ), counted as (
    select tab, sum(delta) as count from list_counts cross join holder
    where list = 'resource' and (open or department_id = any (holder.department_ids)) group by tab
    union all
    select names.tab, count(*) from own
      cross join lateral unnest(resource_tabs(own.kind, own.state, own.work_failed)) names (tab) group by names.tab
  )
  select holder.user_id, holder.department_ids::text[], (select count(*)::int from own) as own,
    (select jsonb_object_agg(tab, count) from (select tab, sum(count) as count from counted group by tab) sums) as tabs,
    array(select id from tags where $4::text is not null and lower(name) like $4 limit 200)::text[] as tag_ids
  from holder`;

/** Rows of the page from the narrow index first; $1: the person, $2: their departments. */
const page = ({ wanted, walked }: { wanted: string; walked: number }) => `
  with walked as materialized (
    select resources.id from resources where ${live} and ${readable('$1', '$2::uuid[]')} ${wanted}
    order by resources.updated_at desc, resources.id desc limit ${walked}
  )
  select ${rowColumns('$1', '$2::uuid[]')}, resources.updated_at::text as key,
    (select count(*)::int from walked) as walked
  from resources ${rowJoins}
  where resources.id = any (array(select id from walked limit 51))
  order by resources.updated_at desc, resources.id desc`;

/** Matches are counted up to this many. */
export const mostMatches = 100;

export const statements = {
  get: { name: 'get', text: get },
  save: { name: 'save', text: save },
  tabs: { name: 'tabs', text: tabs },
  first: { name: 'first', text: page({ wanted: '', walked: 51 }) },
  after: {
    name: 'after',
    text: page({ wanted: 'and (resources.updated_at, resources.id) < ($3::timestamptz, $4::uuid)', walked: 51 }),
  },
  // Without a name they are planned for the text that is searched.
  search: { text: page({ wanted: 'and resources.search_text like $3', walked: mostMatches + 1 }) },
  searchWithTags: {
    text: page({
      wanted: 'and (resources.search_text like $3 or resources.tag_ids && $4::uuid[])',
      walked: mostMatches + 1,
    }),
  },
  floorGet: { name: 'floor-get', text: 'select * from resources where id = $1' },
  floorSave: { name: 'floor-save', text: 'update resources set source = $2 where id = $1' },
};
