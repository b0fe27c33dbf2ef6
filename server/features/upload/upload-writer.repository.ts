import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** How long a writer counts as alive without renewing its lease. */
export const writerLeaseSeconds = 15;

const lease = sql<Date>`now() + ${sql.lit(writerLeaseSeconds)} * interval '1 second'`;

/** Claims the writer lease across processes; within a process, `UploadLocks` decide. */
export async function claimWriter(db: Executor, id: string, writer: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ writer, writer_until: lease })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('writer', 'is', null),
        where('writer', '=', writer),
        where('writer_until', '<', sql<Date>`now()`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when the upload was cancelled or another writer took over. */
export async function renewWriter(db: Executor, id: string, writer: string, offsetBytes: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ writer_until: lease, offset_bytes: offsetBytes, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseWriter(db: Executor, id: string, writer: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ writer: null, writer_until: null })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .execute();
}

/** Uploads whose writer died while receiving or checking; they may be incomplete. */
export async function listInterrupted(db: Executor): Promise<{ id: string }[]> {
  return db
    .selectFrom('uploads')
    .select('id')
    .where((where) =>
      where.or([
        where.and([
          where('state', '=', 'checking'),
          where.or([where('writer', 'is', null), where('writer_until', '<', sql<Date>`now()`)]),
        ]),
        where.and([where('state', '=', 'receiving'), where('writer_until', '<', sql<Date>`now()`)]),
      ]),
    )
    .orderBy('created_at')
    .limit(500)
    .execute();
}
