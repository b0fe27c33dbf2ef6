import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type UnitMember = { kind: 'position' | 'department'; id: string };

export function listGroupNames(db: Executor) {
  return db
    .selectFrom('permission_groups')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export async function listGroupsOf(db: Executor, { kind, id }: UnitMember): Promise<string[]> {
  const rows = await db
    .selectFrom('permission_group_members')
    .select('group_id')
    .where(kind === 'position' ? 'position_id' : 'department_id', '=', id)
    .orderBy('group_id')
    .execute();
  return rows.map((row) => row.group_id);
}
