import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';

/** A check by one query whose column `wrong` names the violations. */
export function rowCheck(what: string, query: RawBuilder<unknown>): Check {
  return {
    what,
    async run({ db }) {
      const { rows } = await sql<{ count: number; examples: string[] | null }>`
        select count(*) as count, (array_agg(wrong::text))[1:${sql.raw(String(examplesAtMost))}] as examples
        from (${query}) found`.execute(db);
      return { count: rows[0]?.count ?? 0, examples: rows[0]?.examples ?? [] };
    },
  };
}

/** The number of violations, with some examples. */
export type Finding = { count: number; examples: string[] };

/** A condition that must always hold. */
export type Check = { what: string; run(place: { db: Executor; fileStore: FileStore }): Promise<Finding> };

const examplesAtMost = 5;

export function findingOf(wrong: readonly string[]): Finding {
  return { count: wrong.length, examples: wrong.slice(0, examplesAtMost) };
}
