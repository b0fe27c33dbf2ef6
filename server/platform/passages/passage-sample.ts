import type { Executor } from '../db/database.ts';
import { type TextSample, textSample } from '../db/text-sample.ts';
import { pieceOf } from './passage-words.ts';

const keptShares = 1_000;
/** What was found out about a sample goes when it does. */
const known = new WeakMap<TextSample, Map<string, number>>();

const sampleOf = (db: Executor) => textSample(db, 'passages', 'folded');

/** The share of the passages that have all the words. It decides about plans alone, never about what is found. */
export async function shareOf(db: Executor, words: readonly string[]): Promise<number> {
  const sample = await sampleOf(db);
  const shares = known.get(sample) ?? new Map<string, number>();
  known.set(sample, shares);
  const key = words.join(' ');
  const share = shares.get(key) ?? shareIn(sample, words.map(pieceOf));
  if (shares.size >= keptShares) shares.clear();
  shares.set(key, share);
  return share;
}

function shareIn({ texts }: TextSample, pieces: readonly string[]): number {
  const having = texts.filter((text) => pieces.every((piece) => text.includes(piece)));
  return texts.length === 0 ? 0 : having.length / texts.length;
}

/** How many passages there are, about. */
export async function countPassages(db: Executor): Promise<number> {
  return (await sampleOf(db)).rows;
}
