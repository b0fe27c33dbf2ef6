import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Two that come to their end together must not both take the last room of a library. */
export async function holdRoom(transaction: Executor, libraryId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`library room ${libraryId}`}, 0))`.execute(transaction);
}
