import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** A piece in a larger share of rows is frequent: skipping the rows without it is faster than sorting those with it. */
const share = 0.3;
const keptMs = 10 * 60_000;

type Kept = { until: number; pieces: Promise<ReadonlySet<string>> };
const kept = new WeakMap<Executor, Map<string, Kept>>();

/**
 * The pieces that many rows have, from the database's statistics of an index on `text_pieces`. They choose the plan, never
 * the result, so they may be some minutes old.
 */
export function frequentPieces(db: Executor, index: string): Promise<ReadonlySet<string>> {
  const indexes = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, indexes);
  const known = indexes.get(index);
  if (known && known.until > Date.now()) return known.pieces;
  const pieces = readFrequent(db, index).catch((error) => {
    indexes.delete(index);
    throw error;
  });
  indexes.set(index, { until: Date.now() + keptMs, pieces });
  return pieces;
}

async function readFrequent(db: Executor, index: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ piece: string }>`
    select common.piece
    from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) common (piece, frequency)
    where schemaname = current_schema() and tablename = ${index}
      and common.piece is not null and common.frequency > ${share}`.execute(db);
  return new Set(rows.map((row) => row.piece));
}
