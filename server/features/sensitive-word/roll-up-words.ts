import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Puts together what was found and decided of words, and writes what their list sorts by. */
export async function rollUpWords(db: Db): Promise<number> {
  const { rows } = await sql<{ rolled: number }>`select roll_up_sensitive_words() as rolled`.execute(db);
  return rows[0]?.rolled ?? 0;
}
