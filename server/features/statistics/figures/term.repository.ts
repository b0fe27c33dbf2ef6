import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

export type Term = { term: string; searches: number; withoutResult: number };

/** What was searched for most, or in vain most. */
export async function listTerms(
  db: Executor,
  { from, to }: Days,
  { withoutResult, limit }: { withoutResult: boolean; limit: number },
): Promise<Term[]> {
  const by = withoutResult ? sql`sum(without_result)` : sql`sum(searches)`;
  const { rows } = await sql<Term>`
    select term, sum(searches)::integer as searches, sum(without_result)::integer as "withoutResult"
    from access_terms where day between ${from}::date and ${to}::date ${withoutResult ? sql`and without_result > 0` : sql``}
    group by term having ${by} > 0 order by ${by} desc, term limit ${limit}`.execute(db);
  return rows;
}

/** One of them, as it is counted. */
export async function sumTerm(db: Executor, { from, to }: Days, term: string): Promise<Omit<Term, 'term'>> {
  const { rows } = await sql<Omit<Term, 'term'>>`
    select coalesce(sum(searches), 0)::integer as searches, coalesce(sum(without_result), 0)::integer as "withoutResult"
    from access_terms where day between ${from}::date and ${to}::date and term = access_term(${term})`.execute(db);
  return rows[0] ?? { searches: 0, withoutResult: 0 };
}
