import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import { type ListSource, type MeaningContext, type PlannedSource, preparedFor } from './list-source.ts';
import { type View, viewConditions } from './view-conditions.ts';

/**
 * Plans a search the way the list does, including similar words, so exports and operations get the rows that the list
 * showed.
 */
export async function resolveSearch(
  db: Executor,
  source: ListSource,
  view: View,
  { principal, ...context }: MeaningContext & { principal: Principal },
): Promise<PlannedSource> {
  const exact = await preparedFor(db, source, view);
  const similarTo = source.planner?.search?.similar;
  if (!view.search || !similarTo) return exact;
  const conditions = viewConditions(exact, view, principal, context);
  const { rows } = await sql`select 1 from ${source.from} where ${conditions} limit 1`.execute(db);
  if (rows.length > 0) return exact;
  const similar = await similarTo(db, view.search);
  return similar ? { ...exact, search: () => similar } : exact;
}
