import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { dimensionNumbers } from '../fold/cell.ts';
import type { GroupDimension } from './cell-rows.ts';
import { allConstraints, numbersOf, type Selection } from './selection.ts';

export const onlyResources = (keys: readonly string[]) => [{ dimension: 'resource' as const, keys }];

/**
 * Resources that were all the time what the person who asks may see, and those that were not: the people of the former are
 * known for everybody. Nothing: it is not about resources one by one.
 */
export async function splitResources(
  db: Executor,
  { scope, constraints, days }: Selection,
  by: GroupDimension | 'none',
): Promise<{ within: string[]; others: string[] } | undefined> {
  const [only] = constraints;
  const isSingle = by === 'resource' || (by === 'none' && only?.keys.length === 1);
  if (scope.kind === 'all' || !isSingle || !only || constraints.some(({ dimension }) => dimension !== 'resource')) {
    return undefined;
  }
  const [own] = allConstraints({ scope, constraints: [] });
  if (!own) return undefined;
  // Whole months are asked: whoever came or went within them counts as one that was not there all the time.
  const { rows } = await sql<{ key: string; within: boolean }>`
    select key, not exists (select from access_resource_months where resource = access_keys.id
      and day between date_trunc('month', ${days.from}::date)::date and ${days.to}::date
      and ${sql.id(own.dimension)} <> all (${numbersOf(own)})
      -- One after the other by the index: joined as a whole, those of everybody are read.
      offset 0) as within
    from access_keys where dimension = ${sql.lit(dimensionNumbers.resource)}
      and key = any (${constraints.map(({ keys }) => keys).reduce(inBoth)}::text[])`.execute(db);
  const keysOf = (within: boolean) => rows.filter((row) => row.within === within).map(({ key }) => key);
  return { within: keysOf(true), others: keysOf(false) };
}

function inBoth(one: readonly string[], other: readonly string[]): readonly string[] {
  return one.filter((key) => other.includes(key));
}
