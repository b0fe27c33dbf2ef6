import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import { type ListSource, type MeaningContext, preparedFor } from './list-source.ts';
import { type View, viewConditions } from './view-conditions.ts';

/**
 * The source with the meaning that the list gave the text of a view: the words themselves, or close ones when nothing
 * fits. Exports and operations are about the rows that the list showed.
 */
export async function meantSource(
  db: Executor,
  source: ListSource,
  view: View,
  { principal, ...context }: MeaningContext & { principal: Principal },
): Promise<ListSource> {
  const exact = await preparedFor(db, source, view);
  if (!view.search || !source.similarSearch) return exact;
  const conditions = viewConditions(exact, view, principal, context);
  const { rows } = await sql`select 1 from ${source.from} where ${conditions} limit 1`.execute(db);
  if (rows.length > 0) return exact;
  const similar = await source.similarSearch(db, view.search);
  return similar ? { ...exact, search: () => similar } : exact;
}
