import { sql } from 'kysely';
import type { Executor } from './database.ts';
import { plannedEachTime } from './preparing-client.ts';

/** Approximate sample size; enough to estimate how frequent words are, alone and together. */
const wanted = 4_000;
const keptMs = 10 * 60_000;

/** Shortened texts from a table, and its approximate row count. */
export type TextSample = { texts: readonly string[]; rows: number };
type Kept = { until: number; sample: Promise<TextSample> };
const kept = new WeakMap<Executor, Map<string, Kept>>();

/**
 * A sample of a column, up to ten minutes old; only for choosing plans, never for results. Each transaction has its
 * own.
 */
export function textSample(db: Executor, table: string, column: string): Promise<TextSample> {
  const samples = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, samples);
  const key = `${table}.${column}`;
  const known = samples.get(key);
  if (known && known.until > Date.now()) return known.sample;
  const sample = readSample(db, table, column).catch((error) => {
    samples.delete(key);
    throw error;
  });
  samples.set(key, { until: Date.now() + keptMs, sample });
  return sample;
}

async function readSample(db: Executor, table: string, column: string): Promise<TextSample> {
  const { rows: sizes } = await sql<{ rows: number }>`
    select reltuples::bigint as rows from pg_class where oid = ${table}::regclass`.execute(db);
  const known = Math.max(1, sizes[0]?.rows ?? 0);
  const { rows } = await sql<{ text: string }>`${sql.raw(plannedEachTime)}
    select left(${sql.ref(column)}, 1000) as text
    from ${sql.table(table)} tablesample system (${Math.min(100, (wanted * 100) / known)}::real) repeatable (1)
    limit ${wanted * 2}`.execute(db);
  return { texts: rows.map((row) => row.text), rows: Math.max(known, rows.length) };
}
