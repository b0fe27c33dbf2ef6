import type { ExplainedGroup } from '@lectern/contract/features/permission-explain.ts';
import type {
  GroupContent,
  GroupMember,
  PermissionGroupVersion,
  ShownMember,
} from '@lectern/contract/features/permission-group.ts';
import type { AccessFlag } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

export type Rules = Readonly<Record<string, AccessFlag>>;

/** Serializes permission changes, because each is judged by the state that earlier ones left. */
export async function lockPermissions(db: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('lectern.permissions'))`.execute(db);
}

export function lockGroup(db: Executor, id: string) {
  return db.selectFrom('permission_groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}
export type GroupRow = NonNullable<Awaited<ReturnType<typeof lockGroup>>>;

export async function insertGroup(
  db: Executor,
  group: { id: string; name: string; description: string; createdBy: string | null },
): Promise<void> {
  const { createdBy, ...row } = group;
  await db
    .insertInto('permission_groups')
    .values({ ...row, created_by: createdBy, updated_by: createdBy })
    .execute();
}

type GroupChange = { name: string; description: string; deleted: boolean; updatedBy: string };

/** Returns the new version. */
export async function updateGroup(db: Executor, id: string, change: GroupChange): Promise<number> {
  const { version } = await db
    .updateTable('permission_groups')
    .set((set) => ({
      name: change.name,
      description: change.description,
      deleted_at: change.deleted ? sql<Date>`coalesce(deleted_at, now())` : null,
      updated_by: change.updatedBy,
      updated_at: sql<Date>`now()`,
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function listRules(db: Executor, groupId: string): Promise<Rules> {
  const rows = await db
    .selectFrom('permission_group_rules')
    .select(['path', 'flag'])
    .where('group_id', '=', groupId)
    .orderBy('path')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.path, row.flag as AccessFlag]));
}

/** Replaces all rules of the group. */
export async function updateRules(db: Executor, groupId: string, rules: Rules): Promise<void> {
  await db.deleteFrom('permission_group_rules').where('group_id', '=', groupId).execute();
  const rows = Object.entries(rules).map(([path, flag]) => ({ group_id: groupId, path, flag }));
  if (rows.length > 0) await db.insertInto('permission_group_rules').values(rows).execute();
}

export async function listMembers(db: Executor, groupId: string): Promise<GroupMember[]> {
  const { rows } = await sql<GroupMember>`
    select case when user_id is not null then 'user' when position_id is not null then 'position'
        else 'department' end as kind,
      coalesce(user_id, position_id, department_id) as id
    from permission_group_members where group_id = ${groupId} order by kind, id`.execute(db);
  return rows;
}

/** Replaces all members of the group. */
export async function updateMembers(db: Executor, groupId: string, members: readonly GroupMember[]): Promise<void> {
  await db.deleteFrom('permission_group_members').where('group_id', '=', groupId).execute();
  const column = (member: GroupMember, kind: GroupMember['kind']) => (member.kind === kind ? member.id : null);
  const rows = members.map((member) => ({
    id: newId(),
    group_id: groupId,
    user_id: column(member, 'user'),
    position_id: column(member, 'position'),
    department_id: column(member, 'department'),
  }));
  if (rows.length === 0) return;
  await db
    .insertInto('permission_group_members')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Filters out members that no longer exist. */
export async function listExisting(db: Executor, members: readonly GroupMember[]): Promise<GroupMember[]> {
  const { rows } = await sql<GroupMember>`
    select wanted.kind, wanted.id
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as wanted (kind text, id uuid)
    where case wanted.kind
      when 'user' then exists (select from users where users.id = wanted.id)
      when 'position' then exists (select from positions where positions.id = wanted.id)
      else exists (select from departments where departments.id = wanted.id) end`.execute(db);
  return rows;
}

type NewVersion = {
  groupId: string;
  version: number;
  actorId: string | null;
  cause: string;
  restoredVersion: number | null;
  content: GroupContent;
};

export async function insertVersion(db: Executor, entry: NewVersion): Promise<void> {
  const { content } = entry;
  await db
    .insertInto('permission_group_versions')
    .values({
      group_id: entry.groupId,
      version: entry.version,
      actor_id: entry.actorId,
      cause: entry.cause,
      restored_version: entry.restoredVersion,
      name: content.name,
      description: content.description,
      rules: JSON.stringify(content.rules),
      members: JSON.stringify(content.members),
    })
    .execute();
}

export async function findContentOf(db: Executor, groupId: string, version: number): Promise<GroupContent | undefined> {
  const row = await db
    .selectFrom('permission_group_versions')
    .select(['name', 'description', 'rules', 'members'])
    .where('group_id', '=', groupId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    name: row.name,
    description: row.description,
    rules: row.rules as GroupContent['rules'],
    members: row.members as GroupMember[],
  };
}

/** The number of people a group includes, by the same rules as `allowed_paths`. */
export const peopleReached = (groupId: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::int from (
    select users.id from users join permission_groups own on own.id = users.group_id and own.deleted_at is null
    where users.group_id = ${groupId}
    union
    select member.user_id from permission_group_members member
    where member.group_id = ${groupId} and member.user_id is not null
    union
    select users.id from permission_group_members member join users on users.position_id = member.position_id
    where member.group_id = ${groupId}
    union
    select users.id from permission_group_members member
    join departments above on above.id = member.department_id
    join departments own on own.path like above.path || '%'
    join users on users.department_id = own.id
    where member.group_id = ${groupId}) reached)`;

export function findGroup(db: Executor, id: string) {
  return db
    .selectFrom('permission_groups')
    .leftJoin('users as changer', 'changer.id', 'permission_groups.updated_by')
    .selectAll('permission_groups')
    .select(['changer.name as updated_by_name', peopleReached(sql`permission_groups.id`).as('people')])
    .where('permission_groups.id', '=', id)
    .executeTakeFirst();
}
export type FoundGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

export async function listShownMembers(db: Executor, groupId: string): Promise<ShownMember[]> {
  const { rows } = await sql<ShownMember>`
    select 'user' as kind, users.id, users.name, departments.name as place, 1 as people
    from permission_group_members member join users on users.id = member.user_id
    left join departments on departments.id = users.department_id
    where member.group_id = ${groupId}
    union all
    select 'position', positions.id, positions.name, null,
      (select count(*)::int from users where users.position_id = positions.id)
    from permission_group_members member join positions on positions.id = member.position_id
    where member.group_id = ${groupId}
    union all
    select 'department', departments.id, departments.name, colleges.name,
      (select count(*)::int from users join departments below on below.id = users.department_id
        where below.path like departments.path || '%')
    from permission_group_members member join departments on departments.id = member.department_id
    join colleges on colleges.id = departments.college_id
    where member.group_id = ${groupId}
    order by kind, name, id`.execute(db);
  return rows;
}

type VersionRecord = Omit<PermissionGroupVersion, 'at' | 'actor' | 'members'> & {
  at: Date;
  actorId: string | null;
  actorName: string | null;
  members: (GroupMember & { name: string | null })[];
};

export async function listVersions(
  db: Executor,
  groupId: string,
  page: { before: number | undefined; limit: number },
): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select past.version, past.at, past.cause, past.restored_version as "restoredVersion", past.name, past.description,
      past.rules,
      actor.id as "actorId", actor.name as "actorName",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', member.kind, 'id', member.id, 'name', case member.kind
          when 'user' then (select users.name from users where users.id = member.id)
          when 'position' then (select positions.name from positions where positions.id = member.id)
          else (select departments.name from departments where departments.id = member.id) end)), '[]')
        from jsonb_to_recordset(past.members) as member (kind text, id uuid)) as members
    from permission_group_versions past
    left join users actor on actor.id = past.actor_id
    where past.group_id = ${groupId} and (${page.before ?? null}::int is null or past.version < ${page.before ?? null}::int)
    order by past.version desc limit ${page.limit}`.execute(db);
  return rows;
}

export type ReachingGroup = Omit<ExplainedGroup, 'flag'> & { rules: Record<string, AccessFlag> };

/** All ways in which groups include a person. Must match `allowed_paths`. */
export async function listReachingGroups(db: Executor, userId: string): Promise<ReachingGroup[]> {
  const { rows } = await sql<ReachingGroup>`
    select jsonb_build_object('id', permission_groups.id, 'name', permission_groups.name) as "group",
      case when member.user_id is not null then 'user'
        when member.position_id is not null then 'position' else 'department' end as through,
      case when member.position_id is not null then jsonb_build_object('id', positions.id, 'name', positions.name)
        when member.department_id is not null then jsonb_build_object('id', place.id, 'name', place.name) end as via,
      coalesce(member.department_id <> person.department_id, false) as above,
      coalesce((select jsonb_object_agg(rule.path, rule.flag) from permission_group_rules rule
        where rule.group_id = member.group_id), '{}') as rules
    from users person
    left join departments own on own.id = person.department_id
    join permission_group_reach member
      on member.user_id = person.id
      or member.position_id = person.position_id
      or member.department_id = any (string_to_array(trim(both '/' from own.path), '/')::uuid[])
    join permission_groups on permission_groups.id = member.group_id and permission_groups.deleted_at is null
    left join positions on positions.id = member.position_id
    left join departments place on place.id = member.department_id
    where person.id = ${userId}
    order by permission_groups.name, through`.execute(db);
  return rows;
}

export function findExplained(db: Executor, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .leftJoin('positions', 'positions.id', 'users.position_id')
    .select([
      'users.id',
      'users.name',
      'users.role_id',
      'users.access',
      'departments.id as department_id',
      'departments.name as department_name',
      'positions.id as position_id',
      'positions.name as position_name',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}
export type ExplainedPerson = NonNullable<Awaited<ReturnType<typeof findExplained>>>;
