import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { OwnedThings } from '../../platform/ownership/owned-things.ts';

/** Only shared views are transferred; private ones aren't. */
export const ownedListViews: OwnedThings = { kind: 'listView', count: countSharedViews, move: updateViewOwner };

async function countSharedViews(db: Executor, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('list_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('shared', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** If the new owner already has a view of this name, the transferred one is renamed. */
async function updateViewOwner(
  db: Executor,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  if (only?.length === 0) return [];
  const isTaken = sql<boolean>`exists (select 1 from list_views other
    where other.owner_id = ${to} and other.list = list_views.list and lower(other.name) = lower(list_views.name))`;
  const moved = await db
    .updateTable('list_views')
    .set((set) => ({
      owner_id: to,
      name: sql<string>`case when ${isTaken} then left(name, 50) || ' ' || right(id::text, 8) else name end`,
      updated_at: set.fn<Date>('now'),
    }))
    .where('owner_id', '=', from)
    .where('shared', '=', true)
    .$if(only !== undefined, (query) => query.where('id', 'in', only ?? []))
    .returning('id')
    .execute();
  return moved.map((view) => view.id);
}
