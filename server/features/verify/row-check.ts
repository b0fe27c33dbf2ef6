import { type RawBuilder, sql } from 'kysely';
import type { Check } from './check.ts';
import { examplesAtMost } from './check.ts';

/** A check by one query that names what is wrong in its column `wrong`. */
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
