import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';

type NewState = { hash: Buffer; browserHash: Buffer; lifetimeMs: number };

/** Stores the state of a sign-in attempt and deletes expired ones. */
export async function insertState(db: Executor, state: NewState): Promise<void> {
  await db
    .with('cleared', (query) => query.deleteFrom('wecom_states').where('expires_at', '<=', sql<Date>`now()`))
    .insertInto('wecom_states')
    .values({
      hash: state.hash,
      browser_hash: state.browserHash,
      expires_at: sql`now() + ${state.lifetimeMs} * interval '1 millisecond'`,
    })
    .execute();
}

/** Deletes a state and returns its browser hash unless expired. */
export async function deleteState(db: Executor, hash: Buffer): Promise<Buffer | undefined> {
  const taken = await db
    .deleteFrom('wecom_states')
    .where('hash', '=', hash)
    .returning(['browser_hash', sql<boolean>`expires_at > now()`.as('alive')])
    .executeTakeFirst();
  return taken?.alive ? taken.browser_hash : undefined;
}

export const wecomMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'expired WeCom login attempts',
    table: sql`wecom_states`,
    where: sql`expires_at < now()`,
  }),
];
