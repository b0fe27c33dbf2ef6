import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

export type KnownPack = { id: string; name: string };

/** Packs by their names, and one by its id. */
export async function listPacksBy(db: Executor, names: readonly string[], id: string | null): Promise<KnownPack[]> {
  if (names.length === 0 && id === null) return [];
  const { rows } = await sql<KnownPack>`select id, name from sensitive_packs
    where lower(name) = any (${[...new Set(names)]}::text[]) or id = ${id}::uuid`.execute(db);
  return rows;
}
