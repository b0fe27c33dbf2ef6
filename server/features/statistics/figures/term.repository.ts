import type { Days } from '@lectern/contract/statistics/figure.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { splitMonths } from './cell-rows.ts';

export type Term = { term: string; searches: number; withoutResult: number };

/** What was searched for most, or in vain most. */
export async function listTerms(
  db: Executor,
  days: Days,
  { withoutResult, limit }: { withoutResult: boolean; limit: number },
): Promise<Term[]> {
  const by = withoutResult ? sql`sum(without_result)` : sql`sum(searches)`;
  const wanted = withoutResult ? sql`without_result > 0` : sql`true`;
  const { rows } = await sql<Term>`
    select term, sum(searches)::integer as searches, sum(without_result)::integer as "withoutResult"
    from (${termRows(days, wanted)}) terms
    group by term having ${by} > 0 order by ${by} desc, term limit ${limit}`.execute(db);
  return rows;
}

/** One of them, as it is counted. */
export async function sumTerm(db: Executor, days: Days, term: string): Promise<Omit<Term, 'term'>> {
  const { rows } = await sql<Omit<Term, 'term'>>`
    select coalesce(sum(searches), 0)::integer as searches, coalesce(sum(without_result), 0)::integer as "withoutResult"
    from (${termRows(days, sql`term = access_term(${term})`)}) terms`.execute(db);
  return rows[0] ?? { searches: 0, withoutResult: 0 };
}

/** From whole months, and from the days that are left over. */
function termRows(days: Days, wanted: Condition): RawBuilder<unknown> {
  const { months, rest } = splitMonths(days);
  const piece = (
    table: string,
    { from, to }: Days,
  ) => sql`select term, searches, without_result from ${sql.table(table)}
    where day between ${from}::date and ${to}::date and ${wanted}`;
  const pieces = rest.map((some) => piece('access_terms', some));
  if (months) pieces.push(piece('access_term_months', months));
  return sql.join(pieces, sql` union all `);
}
