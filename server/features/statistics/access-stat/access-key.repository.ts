import type { AccessDimension } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import type { DataScope } from '../../../platform/access/data-scope.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { escapeLike } from '../../../platform/list/meanings.ts';
import { listKeyNames } from '../figures/sums.repository.ts';
import { dimensionNumbers } from '../fold/cell.ts';

const most = 200;

/** The keys of a dimension that anything was counted under, by name; departments as far as one sees. */
export async function listKeys(
  db: Executor,
  scope: DataScope,
  { filter, search }: { filter: AccessDimension; search: string },
) {
  const within =
    filter === 'department' && scope.kind === 'departments' ? sql`and key = any (${scope.ids}::text[])` : sql``;
  const found = search ? sql`and lower(name) like ${`%${escapeLike(search.toLowerCase())}%`}` : sql``;
  const { rows } = await sql<{ key: string }>`select key from access_keys
    where dimension = ${sql.lit(dimensionNumbers[filter])} ${within} ${found} order by name, key limit ${most}`.execute(
    db,
  );
  const keys = rows.map(({ key }) => key);
  const names = await listKeyNames(db, filter, keys);
  return keys.map((key) => {
    const known = names.get(key);
    return { key, name: known?.name ?? null, gone: known?.gone ?? false };
  });
}
