import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

type KindRow = { kind: string; resources: number; bytes: number };

export async function sumByKind(db: Executor, ownerId: string): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select kind, count(*) as resources, sum(size_bytes)::bigint as bytes from resources
    where owner_id = ${ownerId} and state <> 'purged' group by kind order by kind`.execute(db);
  return rows;
}
