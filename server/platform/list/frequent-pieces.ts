import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/**
 * Pieces in a larger share of rows are frequent: skipping non-matching rows is then faster than sorting the matches.
 */
const share = 0.3;
const keptMs = 10 * 60_000;

type Kept = { until: number; pieces: Promise<ReadonlySet<string>> };
const kept = new WeakMap<Executor, Map<string, Kept>>();

/**
 * Frequent pieces according to the database's statistics for an index on `text_pieces`. They only affect the plan,
 * never the result, so they may be a few minutes old.
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
