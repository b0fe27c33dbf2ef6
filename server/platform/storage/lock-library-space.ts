import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Serialises uploads that finish together, so they can't both take the last space in a library. */
export async function lockLibrarySpace(transaction: Executor, libraryId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`library room ${libraryId}`}, 0))`.execute(transaction);
}
