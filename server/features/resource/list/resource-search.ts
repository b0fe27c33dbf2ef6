import { countLimit } from '@lectern/contract/list/define-list.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type TextSample, textSample } from '../../../platform/db/text-sample.ts';
import type { PlannedView, SearchPlan, SearchSplit } from '../../../platform/list/list-planner.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { escapeLike, finds, findsByLooking } from '../../../platform/list/meanings.ts';
import { narrowPieces, searchWords, widePieces } from '../../../platform/list/search-words.ts';
import { closeWords, mayBeMistyped } from '../../../platform/list/similar-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';

const text = sql`resources.search_text`;
/** The same text as an expression without an index, which forces the planner to read rows. */
const readText = sql`(resources.search_text || '')`;
const mostTags = 200;
/** Maximum number of titles searched for similar words. */
const titlesToGuessFrom = 300;

const tagsNamed = (word: string) =>
  sql`select tags.id from tags where lower(tags.name) like ${`%${escapeLike(word)}%`} limit ${mostTags}`;

/** Matches all words in any order: in the title, file name, author, description or a tag name. */
export function resourceSearch(wanted: string): Condition {
  const words = searchWords(wanted);
  return all([
    sql`true`,
    ...words.map((word) => sql`(${finds(text, word)} or resources.tag_ids && array(${tagsNamed(word)}))`),
  ]);
}

/**
 * Like `resourceSearch`, but looks up the tags first, so the planner can estimate their resources. When few rows
 * remain, the text index is avoided: for frequent words it is slower than reading those rows.
 */
export async function planResourceSearch(
  db: Executor,
  wanted: string,
  { few, sort }: PlannedView,
): Promise<SearchPlan> {
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
  const isByTitle = sort === 'title' || sort === '-title';
  const split = sample && isByTitle && !isTagged ? splitSearch(words, sample, { text, condition }) : undefined;
  return { condition, split };
}

async function readTagsNamed(db: Executor, word: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${tagsNamed(word)}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * For frequent short words in scripts such as Chinese, a list scan finds matches soon. An index condition would make
 * the planner believe that they are rare.
 */
function findsAmongMany(word: string, { texts, rows }: TextSample): Condition {
  if (widePieces(word).length === 0) return finds(text, word);
  const isFrequent = texts.filter((one) => one.includes(word)).length * rows > countLimit * texts.length;
  return isFrequent ? findsByLooking(text, word) : finds(text, word);
}

/**
 * Words that few resources share are collected from an index by their rarest pieces, because intersecting all pieces
 * of frequent words is several times slower. Undefined when scanning in order is faster because many rows match.
 */
function findsTogether(words: readonly string[], { texts, rows }: TextSample): Condition | undefined {
  const having = texts.filter((one) => words.every((word) => one.includes(word)));
  if (having.length * rows > countLimit * texts.length) return undefined;
  const pieces = hasPieces(text, rarestPieces(words, texts));
  return pieces && all([pieces, ...words.map((word) => findsByLooking(readText, word))]);
}

/** For searches without results: matches the title words spelled most like the given ones. */
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

/** A word found in this many resources is assumed to be spelled correctly. */
const resourcesToBelieve = 20;

async function isSpelt(db: Executor, word: string): Promise<boolean> {
  const { rows } = await sql`select 1 from resources where ${finds(text, word)} limit ${resourcesToBelieve}`.execute(
    db,
  );
  return rows.length === resourcesToBelieve;
}

/** Tries a high similarity first, then a lower one that allows swapped or missing letters. */
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

/** Where Chinese, Japanese and Korean characters begin in sort order. */
const fence = '⺀';
/** Up to this many rows, collecting and sorting is faster than scanning to a page. */
const fewRows = 2_000;

/** Must match the expression of the text index. */
const isBeyond = sql`(case when lower(resources.title) >= ${sql.lit(fence)} then 1 else 0 end)`;

/**
 * For frequent words that are rare in titles of one script, such as “algebra” in Chinese titles (which come first from
 * Z to A) or “数学” in Latin ones. `condition` matches in both.
 */
export function splitSearch(
  words: readonly string[],
  { texts, rows }: TextSample,
  { text, condition }: { text: RawBuilder<unknown>; condition: Condition },
): SearchSplit | undefined {
  const having = texts.filter((one) => words.every((word) => one.includes(word)));
  // The search text begins with the title.
  const beyond = having.filter((one) => one >= fence).length;
  const before = having.length - beyond;
  const most = (fewRows * texts.length) / rows;
  if (Math.min(beyond, before) > most || Math.max(beyond, before) <= most) return undefined;
  const rareBeyond = beyond < before;
  const looks = words.map((word) => findsByLooking(sql`(${text} || '')`, word));
  const pieces = hasPieces(text, rarestPieces(words, texts));
  if (!pieces) return undefined;
  return {
    sort: 'title',
    whenAscending: !rareBeyond,
    rare: all([sql`${isBeyond} = ${sql.lit(rareBeyond ? 1 : 0)}`, pieces, ...looks]),
    others: all([sql`lower(resources.title) ${rareBeyond ? sql`<` : sql`>=`} ${fence}`, condition]),
  };
}

type Pieces = { wide: readonly string[]; narrow: readonly string[] };

/** The rarest piece of each word: character pairs for Chinese, trigrams for other scripts. */
function rarestPieces(words: readonly string[], texts: readonly string[]): Pieces {
  const count = (piece: string) => texts.reduce((sum, one) => (one.includes(piece) ? sum + 1 : sum), 0);
  const rarest = (pieces: readonly string[]) =>
    pieces
      .map((piece) => ({ piece, count: count(piece) }))
      .sort((one, other) => one.count - other.count)
      .slice(0, 1)
      .map(({ piece }) => piece);
  return {
    wide: words.flatMap((word) => rarest(widePieces(word))),
    narrow: words.filter((word) => widePieces(word).length === 0).flatMap((word) => rarest(narrowPieces(word))),
  };
}

/** A condition that a single index can answer; undefined when all words are too short for it. */
function hasPieces(text: RawBuilder<unknown>, { wide, narrow }: Pieces): Condition | undefined {
  const conditions = narrow.map((piece) => sql`${text} like ${`%${escapeLike(piece)}%`}`);
  if (wide.length > 0) conditions.unshift(sql`wide_pieces(${text}) @> ${wide}::text[]`);
  return conditions.length > 0 ? all(conditions) : undefined;
}
