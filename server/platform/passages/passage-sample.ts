import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { plannedEachTime } from '../db/preparing-client.ts';
import { pieceOf } from './passage-words.ts';

/** About so many passages tell how frequent words are, alone and together. */
const wanted = 4_000;
const keptMs = 10 * 60_000;
const keptShares = 1_000;

type Sample = { texts: readonly string[]; passages: number; shares: Map<string, number> };
type Kept = { until: number; sample: Promise<Sample> };
const kept = new WeakMap<Executor, Kept>();

/** The share of the passages that have all the words. It decides about plans alone, never about what is found. */
export async function shareOf(db: Executor, words: readonly string[]): Promise<number> {
  const { texts, shares } = await sampleOf(db);
  const key = words.join(' ');
  const known = shares.get(key);
  if (known !== undefined) return known;
  const pieces = words.map(pieceOf);
  const having = texts.filter((text) => pieces.every((piece) => text.includes(piece)));
  const share = texts.length === 0 ? 0 : having.length / texts.length;
  if (shares.size >= keptShares) shares.clear();
  shares.set(key, share);
  return share;
}

/** How many passages there are, about. */
export async function countPassages(db: Executor): Promise<number> {
  return (await sampleOf(db)).passages;
}

function sampleOf(db: Executor): Promise<Sample> {
  const known = kept.get(db);
  if (known && known.until > Date.now()) return known.sample;
  const sample = readSample(db).catch((error) => {
    kept.delete(db);
    throw error;
  });
  // Within a transaction it serves that one alone.
  kept.set(db, { until: Date.now() + keptMs, sample });
  return sample;
}

async function readSample(db: Executor): Promise<Sample> {
  const { rows: sizes } = await sql<{ rows: number }>`
    select reltuples::bigint as rows from pg_class where oid = 'passages'::regclass`.execute(db);
  const known = Math.max(1, sizes[0]?.rows ?? 0);
  const { rows } = await sql<{ folded: string }>`${sql.raw(plannedEachTime)}
    select left(folded, 1000) as folded
    from passages tablesample system (${Math.min(100, (wanted * 100) / known)}::real) repeatable (1)
    limit ${wanted * 2}`.execute(db);
  return { texts: rows.map((row) => row.folded), passages: Math.max(known, rows.length), shares: new Map() };
}
