import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export async function findSubjectNamed(db: Executor, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from subjects where lower(name) = lower(${name}) order by id limit 1`.execute(db);
  return rows[0]?.id;
}
