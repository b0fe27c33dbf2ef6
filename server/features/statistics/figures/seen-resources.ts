import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { dimensionNumbers } from '../fold/cell.ts';
import type { GroupDimension } from './cell-rows.ts';
import { allConstraints, type Constraint, numbersOf, type SeenScope, type Selection } from './selection.ts';

export const onlyResources = (keys: readonly string[]) => [{ dimension: 'resource' as const, keys }];

/** Of each who asks, what is found out once: whether a resource was theirs all the time, by its key and the days. */
const known = new WeakMap<SeenScope, Map<string, boolean>>();

/** The resources, where somebody who sees a part of them asks about resources one by one, and about nothing else. */
export function askedResources(
  { scope, constraints }: Pick<Selection, 'scope' | 'constraints'>,
  by: GroupDimension | 'none',
): readonly string[] | undefined {
  const [only] = constraints;
  const isSingle = by === 'resource' || (by === 'none' && only?.keys.length === 1);
  if (scope.kind === 'all' || !isSingle || !only || constraints.some(({ dimension }) => dimension !== 'resource')) {
    return undefined;
  }
  return constraints.map((one) => one.keys).reduce(inBoth);
}

/** Those of some resources that were all the time what the person who asks may see: their people are known for everybody. */
export async function listTheirs(
  db: Executor,
  { scope, days, over = days }: Pick<Selection, 'scope' | 'days' | 'over'>,
  keys: readonly string[],
): Promise<Set<string>> {
  const [own] = allConstraints({ scope, constraints: [] });
  if (!own) return new Set(keys);
  const ofScope = known.get(scope) ?? new Map<string, boolean>();
  known.set(scope, ofScope);
  const nameOf = (key: string) => `${key} ${over.from} ${over.to}`;
  const unknown = keys.filter((key) => !ofScope.has(nameOf(key)));
  if (unknown.length > 0) {
    for (const [key, within] of await findWithin(db, own, over, unknown)) ofScope.set(nameOf(key), within);
  }
  return new Set(keys.filter((key) => ofScope.get(nameOf(key)) === true));
}

/** Whether each was all the time what one constraint means. Of those that nothing is known of, nothing. */
async function findWithin(
  db: Executor,
  own: Constraint,
  { from, to }: Days,
  keys: readonly string[],
): Promise<Map<string, boolean>> {
  // Whole months are asked: whoever came or went within them counts as one that was not there all the time.
  const { rows } = await sql<{ key: string; within: boolean }>`
    select key, not exists (select from access_resource_months where resource = access_keys.id
      and day between date_trunc('month', ${from}::date)::date and ${to}::date
      and ${sql.id(own.dimension)} <> all (${numbersOf(own)})
      -- One after the other by the index: joined as a whole, those of everybody are read.
      offset 0) as within
    from access_keys where dimension = ${sql.lit(dimensionNumbers.resource)} and key = any (${keys}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ key, within }) => [key, within]));
}

function inBoth(one: readonly string[], other: readonly string[]): readonly string[] {
  return one.filter((key) => other.includes(key));
}
