import type { PassageSource } from '@lectern/contract/features/passage.ts';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { Condition } from '../list/list-source.ts';
import { all } from '../list/view-conditions.ts';
import { shareOf } from './passage-sample.ts';
import { pieceOf, termsQuery } from './passage-words.ts';

/** What is in more of the passages than this is met soon on a walk along a list. */
const frequentFrom = 0.005;
/** To look up what is in so many costs more than to look at what other words find. */
const everywhereFrom = 0.05;

export type WantedPassages = { words: readonly string[]; sources?: readonly PassageSource[] | undefined };

/** A condition on a row of `passages`: it has all the words. Without a word there is nothing to find. */
export function hasWords({ words, sources }: WantedPassages): Condition {
  if (words.length === 0) return sql`false`;
  return all([
    ...words.map((word) => sql`strpos(passages.folded, ${pieceOf(word)}) > 0`),
    ...(sources ? [sql`passages.source in (${sql.join(sources)})`] : []),
  ]);
}

/** Conditions on a row of `resources`: one of its passages has all the words. This one looks at the resource's passages. */
export function holdsPassage(wanted: WantedPassages): Condition {
  return sql`exists (select from passages where passages.resource_id = resources.id and ${hasWords(wanted)})`;
}

/** This one gathers, once, what the index knows of the words. */
export async function isAmongFound(db: Executor, wanted: WantedPassages): Promise<Condition> {
  const shares = await Promise.all(wanted.words.map((word) => shareOf(db, [word])));
  const telling = wanted.words.filter((_, at) => (shares[at] ?? 0) < everywhereFrom);
  const terms = termsQuery(telling.length > 0 ? telling : wanted.words);
  return sql`resources.id = any (array(select passages.resource_id from passages
    where text_terms(passages.folded) @@ ${terms}::tsquery and ${hasWords(wanted)}))`;
}

export async function isFrequent(db: Executor, { words }: WantedPassages): Promise<boolean> {
  return (await shareOf(db, words)) >= frequentFrom;
}

/** The one that takes less time. */
export async function findsPassages(db: Executor, wanted: WantedPassages): Promise<Condition> {
  if (wanted.words.length === 0) return sql`false`;
  return (await isFrequent(db, wanted)) ? holdsPassage(wanted) : isAmongFound(db, wanted);
}
