import { countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type TextSample, textSample } from '../../../platform/db/text-sample.ts';
import type { SearchPlan } from '../../../platform/list/list-planner.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { escapeLike, finds, findsByLooking } from '../../../platform/list/meanings.ts';
import { searchWords, widePieces } from '../../../platform/list/search-words.ts';
import { closeWords, mayBeMistyped } from '../../../platform/list/similar-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { hasPieces, rarestPieces, splitSearch } from './split-search.ts';

const text = sql`resources.search_text`;
/** The same text, but no index has it. */
const readText = sql`(resources.search_text || '')`;
const mostTags = 200;
/** How many titles are searched for a similar word. */
const titlesToGuessFrom = 300;

const tagsNamed = (word: string) =>
  sql`select tags.id from tags where lower(tags.name) like ${`%${escapeLike(word)}%`} limit ${mostTags}`;

/** Every word, in any order: in the title, file name, author or description, or in the name of a tag. */
export function resourceSearch(wanted: string): Condition {
  const words = searchWords(wanted);
  return all([
    sql`true`,
    ...words.map((word) => sql`(${finds(text, word)} or resources.tag_ids && array(${tagsNamed(word)}))`),
  ]);
}

/**
 * The same, with the tags looked up first: only then does the database know how many resources have them. Few rows are
 * read without the text index, which takes longer for a frequent word.
 */
export async function planResourceSearch(db: Executor, wanted: string, few: boolean): Promise<SearchPlan> {
  const words = searchWords(wanted);
  const tags = await Promise.all(words.map((word) => readTagsNamed(db, word)));
  const isTagged = tags.some((ids) => ids.length > 0);
  const sample = few ? undefined : await textSample(db, 'resources', 'search_text');
  const together = sample && !isTagged && words.length > 1 ? findsTogether(words, sample) : undefined;
  if (together) return { condition: together, selective: true };
  const conditions = words.map((word, at) => {
    const inText = sample ? findsAmongMany(word, sample) : findsByLooking(readText, word);
    const ids = tags[at] ?? [];
    return ids.length === 0 ? inText : sql`(${inText} or resources.tag_ids && ${ids}::uuid[])`;
  });
  const condition = all([sql`true`, ...conditions]);
  const split = sample && !isTagged ? splitSearch(words, sample, { text, condition }) : undefined;
  return { condition, split };
}

async function readTagsNamed(db: Executor, word: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${tagsNamed(word)}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Characters of a script that writes words that short, and that many resources have, are met soon on a walk. The planner,
 * asked for pieces as well as for the text, would take them for rare.
 */
function findsAmongMany(word: string, { texts, rows }: TextSample): Condition {
  const isFrequent = texts.filter((one) => one.includes(word)).length * rows > countLimit * texts.length;
  return isFrequent && widePieces(word).length > 0 ? findsByLooking(text, word) : finds(text, word);
}

/**
 * Words that few resources have together are gathered from an index by one piece of each, the rarest: to bring together
 * all pieces of frequent words takes several times as long. undefined: so many have them that a walk along the order
 * meets a page of them sooner.
 */
function findsTogether(words: readonly string[], { texts, rows }: TextSample): Condition | undefined {
  const having = texts.filter((one) => words.every((word) => one.includes(word)));
  if (having.length * rows > countLimit * texts.length) return undefined;
  const pieces = hasPieces(text, rarestPieces(words, texts));
  return pieces && all([pieces, ...words.map((word) => findsByLooking(readText, word))]);
}

/** For a search without a match: the words of titles that are spelt most like the given ones. */
export async function similarResourceSearch(db: Executor, wanted: string): Promise<Condition | undefined> {
  let isGuessed = false;
  const conditions: Condition[] = [];
  for (const word of searchWords(wanted)) {
    const guesses = mayBeMistyped(word) && !(await isSpelt(db, word)) ? await wordsLike(db, word) : [];
    isGuessed ||= guesses.length > 0;
    conditions.push(
      sql`(${sql.join(
        [word, ...guesses].map((one) => finds(text, one)),
        sql` or `,
      )})`,
    );
  }
  return isGuessed ? all(conditions) : undefined;
}

/** A word that so many resources have is spelt as it was meant: nothing is found with it for other reasons. */
const resourcesToBelieve = 20;

async function isSpelt(db: Executor, word: string): Promise<boolean> {
  const { rows } = await sql`select 1 from resources where ${finds(text, word)} limit ${resourcesToBelieve}`.execute(
    db,
  );
  return rows.length === resourcesToBelieve;
}

/** First among what is very similar, then among what has letters swapped or left out. */
async function wordsLike(db: Executor, word: string): Promise<string[]> {
  for (const threshold of ['0.6', '0.35']) {
    const look = (transaction: Executor) => titlesLike(transaction, word, threshold);
    const titles = db.isTransaction ? await look(db) : await db.transaction().execute(look);
    const words = closeWords(word, titles);
    if (words.length > 0) return words;
  }
  return [];
}

async function titlesLike(transaction: Executor, word: string, threshold: string): Promise<string[]> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${threshold}, true)`.execute(transaction);
  const { rows } = await sql<{ title: string }>`
    select lower(title) as title from resources
    where lower(title) %> ${word} and state not in ('trashed', 'purged') limit ${titlesToGuessFrom}`.execute(
    transaction,
  );
  return rows.map((row) => row.title);
}
