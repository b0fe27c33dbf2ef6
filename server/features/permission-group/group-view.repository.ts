import type { GroupMember, PermissionGroupVersion, ShownMember } from '@lectern/contract/features/permission-group.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** How many people a row of members brings in, and all rows of a group together: the same ways as `allowed_paths`. */
export const peopleReached = (groupId: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::int from users person
  where exists (
    select from permission_group_members member
    where member.group_id = ${groupId} and (member.user_id = person.id or member.position_id = person.position_id
      or member.department_id = any (
        select unnest(string_to_array(trim(both '/' from own.path), '/')::uuid[])
        from departments own where own.id = person.department_id))))`;

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
