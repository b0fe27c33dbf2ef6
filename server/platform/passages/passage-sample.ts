import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { plannedEachTime } from '../db/preparing-client.ts';
import { pieceOf } from './passage-words.ts';

/** About so many passages tell how frequent words are, alone and together. */
const wanted = 4_000;
const keptMs = 10 * 60_000;

type Kept = { until: number; texts: Promise<readonly string[]> };
const kept = new WeakMap<Executor, Kept>();

/** The share of the passages that have all the words. It decides about plans alone, never about what is found. */
export async function shareOf(db: Executor, words: readonly string[]): Promise<number> {
  const texts = await sampleOf(db);
  const pieces = words.map(pieceOf);
  const having = texts.filter((text) => pieces.every((piece) => text.includes(piece)));
  return texts.length === 0 ? 0 : having.length / texts.length;
}

function sampleOf(db: Executor): Promise<readonly string[]> {
  const known = kept.get(db);
  if (known && known.until > Date.now()) return known.texts;
  const texts = readSample(db).catch((error) => {
    kept.delete(db);
    throw error;
  });
  // Within a transaction it serves that one alone.
  kept.set(db, { until: Date.now() + keptMs, texts });
  return texts;
}

async function readSample(db: Executor): Promise<string[]> {
  const { rows: sizes } = await sql<{ rows: number }>`
    select reltuples::bigint as rows from pg_class where oid = 'passages'::regclass`.execute(db);
  const percent = Math.min(100, (wanted * 100) / Math.max(1, sizes[0]?.rows ?? 0));
  const { rows } = await sql<{ folded: string }>`${sql.raw(plannedEachTime)}
    select left(folded, 1000) as folded from passages tablesample system (${percent}::real) repeatable (1)
    limit ${wanted * 2}`.execute(db);
  return rows.map((row) => row.folded);
}
