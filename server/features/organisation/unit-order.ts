import { sql } from 'kysely';
import { invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import { placeBetween } from '../../platform/fraction-places.ts';

/** An arbitrary advisory lock number; serializes changes to the organisation. */
const organisationLock = 7_214_990_060;

export async function lockOrganisation(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${organisationLock})`.execute(transaction);
}

type Placed = { id: string; sort: number };
export type Siblings = {
  list(transaction: Executor): Promise<readonly Placed[]>;
  /** Renumbers them 1, 2, 3, … in their current order. */
  renumber(transaction: Executor): Promise<void>;
};

/** Returns a position before the given sibling, or after all siblings. */
export async function placeAmong(
  transaction: Executor,
  siblings: Siblings,
  id: string,
  beforeId: string | null,
): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const others = (await siblings.list(transaction)).filter((one) => one.id !== id);
    const index = beforeId ? others.findIndex((one) => one.id === beforeId) : others.length;
    if (index < 0) throw invalidField('beforeId', 'notAtPlace');
    const place = placeBetween(others[index - 1]?.sort, others[index]?.sort);
    if (place !== null) return place;
    if (tries > 0) throw new Error('Renumbering units left no room');
    await siblings.renumber(transaction);
  }
}
