import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition, SearchPlan } from '../../../platform/list/list-source.ts';
import { escapeLike, finds, findsByLooking } from '../../../platform/list/meanings.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { closeWords, mayBeMistyped } from '../../../platform/list/similar-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';

const text = sql`resources.search_text`;
/** The same text, but no index has it. */
const readText = sql`(resources.search_text || '')`;
const mostTags = 200;
/** So many titles are looked through for words that somebody may have meant. */
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
 * The same, with the tags looked up before: only then the planner knows how many resources have them. Among few it must not
 * ask the index on texts besides, which for a frequent word takes longer than to read them all.
 */
export async function prepareResourceSearch(db: Executor, wanted: string, few: boolean): Promise<SearchPlan> {
  const conditions = searchWords(wanted).map(async (word) => {
    const { rows } = await sql<{ id: string }>`${tagsNamed(word)}`.execute(db);
    const inText = few ? findsByLooking(readText, word) : finds(text, word);
    return rows.length === 0 ? inText : sql`(${inText} or resources.tag_ids && ${rows.map((row) => row.id)}::uuid[])`;
  });
  return { condition: all([sql`true`, ...(await Promise.all(conditions))]) };
}

/** When nothing fits: the words of titles that are spelt most like those that were given. */
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
