import type { growthGroups } from '@lectern/contract/features/library-stat.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { HeldDimension } from './held.ts';

type Sql = RawBuilder<unknown>;
export type GrowthGroup = (typeof growthGroups)[number];

/** What the sums have of each, and what it becomes: departments are of a college, subjects below one at the top. */
export const growthKeys: Record<GrowthGroup, { by: HeldDimension; keyed?: { key: Sql; join: Sql } }> = {
  kind: { by: 'kind' },
  college: {
    by: 'department',
    keyed: {
      key: sql`departments.college_id::text`,
      join: sql`left join departments on departments.id = held.key::uuid`,
    },
  },
  // The path of those below begins with that of the one at the top.
  subject: {
    by: 'subject',
    keyed: {
      key: sql`tops.top_id::text`,
      join: sql`left join (select own.id as own_id, top.id as top_id from subjects own
        join subjects top on top.parent_id is null and starts_with(own.path, top.path)) tops on tops.own_id = held.key::uuid`,
    },
  },
  fileFormat: { by: 'format' },
};

export async function listGroupNames(
  db: Executor,
  by: GrowthGroup,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (by === 'kind' || by === 'fileFormat' || keys.length === 0) return new Map();
  const table = by === 'college' ? sql`colleges` : sql`subjects`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${table} where id = any (${keys}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
