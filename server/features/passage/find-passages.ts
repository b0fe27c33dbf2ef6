import type { PassageHit, PassageSource } from '@lectern/contract/features/passage.ts';
import { defaultPageSize } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { type TextSample, textSample } from '../../platform/db/text-sample.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { isBeginning, isOneTerm, pieceOf, snippetOf, termsQuery } from './passage-text.ts';

/**
 * Prefixes that match a larger share of passages are left out of the index query if other words are selective enough.
 */
const frequentFrom = 0.005;
/** With more matches than this, scanning a list until it has found enough beats looking up matches one by one. */
const several = 800;

export type WantedPassages = { words: readonly string[]; sources?: readonly PassageSource[] | undefined };

/** Condition on a row of `passages`: it contains all words. Matches nothing without words. */
export function hasWords({ words, sources }: WantedPassages): Condition {
  return words.length === 0 ? sql`false` : standIn({ words, sources });
}

function standIn({ words, sources }: WantedPassages): Condition {
  return all([
    sql`true`,
    ...words.map((word) => sql`strpos(passages.folded, ${pieceOf(word)}) > 0`),
    ...(sources ? [sql`passages.source in (${sql.join(sources)})`] : []),
  ]);
}

/**
 * Condition on a row of `resources`: one of its passages contains all words. Checks each resource's passages in turn.
 */
export function holdsPassage(wanted: WantedPassages): Condition {
  return sql`exists (select from passages where passages.resource_id = resources.id and ${hasWords(wanted)})`;
}

/** Like `holdsPassage`, but collects all matching resources once through the index. */
export async function isAmongFound(db: Executor, wanted: WantedPassages): Promise<Condition> {
  const { words, sources } = wanted;
  const { asked } = await askIndex(db, words);
  const unsure = words.filter((word) => !asked.includes(word) || !isOneTerm(word));
  const found = sql`select passages.resource_id from passages
    where text_terms(passages.folded) @@ ${termsQuery(asked)}::tsquery and ${standIn({ words: unsure, sources })}`;
  const isMuch = (await shareOf(db, words)) * (await countPassages(db)) > several;
  // `is true` keeps the planner from using an index on ids.
  return isMuch ? sql`(resources.id in (${found})) is true` : sql`resources.id = any (array(${found}))`;
}

/** Whether scanning a list finds `size` matches before it has read as many passages as the index would return. */
export async function isMetSoon(db: Executor, { words }: WantedPassages, size: number): Promise<boolean> {
  const { gathered } = await askIndex(db, words);
  return size < (await shareOf(db, words)) * gathered * (await countPassages(db));
}

/** Chooses the faster of the two conditions for a page of results. */
export async function findsPassages(db: Executor, wanted: WantedPassages): Promise<Condition> {
  if (wanted.words.length === 0) return sql`false`;
  return (await isMetSoon(db, wanted, defaultPageSize)) ? holdsPassage(wanted) : isAmongFound(db, wanted);
}

/**
 * The words to look up in the index, and the share of passages the index returns for them. Whole terms are cheap; of
 * the prefixes, only the rarest is used, or all if even that is frequent.
 */
async function askIndex(
  db: Executor,
  words: readonly string[],
): Promise<{ asked: readonly string[]; gathered: number }> {
  const whole = words.filter((word) => !isBeginning(word));
  const shares = new Map<string, number>();
  for (const word of words.filter(isBeginning)) shares.set(word, await shareOf(db, [word]));
  const [rarest, least = 1] = [...shares].sort(([, left], [, right]) => left - right)[0] ?? [];
  const gathered = whole.length > 0 ? await shareOf(db, whole) : 0;
  if (!rarest || (whole.length > 0 && gathered < frequentFrom)) return { asked: whole, gathered };
  if (least < frequentFrom) return { asked: [...whole, rarest], gathered: gathered + least };
  return { asked: words, gathered: [...shares.values()].reduce((sum, share) => sum + share, gathered) };
}

const keptShares = 1_000;
/** Garbage-collected together with their sample. */
const known = new WeakMap<TextSample, Map<string, number>>();

const sampleOf = (db: Executor) => textSample(db, 'passages', 'folded');

/** The estimated share of passages that contain all words. Used to choose plans, never for results. */
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

/** The approximate number of passages. */
export async function countPassages(db: Executor): Promise<number> {
  return (await sampleOf(db)).rows;
}

export type FoundPassage = {
  source: PassageHit['source'];
  page: number | null;
  start_ms: number | null;
  box: PassageHit['box'];
  confidence: number | null;
  text: string;
};

/** For a row of `resources`: its first passage with the words, preferring texts to the title. */
export function firstPassage(wanted: WantedPassages): Condition {
  return sql`(select jsonb_build_object('source', source, 'page', page, 'start_ms', start_ms, 'box', box,
      'confidence', confidence, 'text', covered_text(text, resource_id, source, position), 'words', ${wanted.words}::text[])
    from passages where passages.resource_id = resources.id and ${hasWords(wanted)}
    order by source, position limit 1)`;
}

export function presentPassage(passage: FoundPassage, words: readonly string[]): PassageHit {
  return {
    source: passage.source,
    page: passage.page,
    second: passage.start_ms === null ? null : passage.start_ms / 1000,
    box: passage.box,
    confidence: passage.confidence,
    ...snippetOf(passage.text, words),
  };
}
