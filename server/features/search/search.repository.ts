import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { plannedEachTime } from '../../platform/db/preparing-client.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { escapeLike, finds } from '../../platform/list/meanings.ts';
import { all } from '../../platform/list/view-conditions.ts';

export type FoundRecord = {
  id: string;
  kind: 'document' | 'video' | 'audio' | 'image';
  state: string;
  title: string;
  file_name: string;
  author: string;
  description: string;
  thumbnail_id: string | null;
  tags: string[];
};

const title = sql`lower(resources.title)`;
const text = sql`resources.search_text`;
const latest = sql`resources.updated_at desc, resources.id desc`;

/** Titles that begin with the text, word by word as it was typed. */
export function listByBeginning(db: Executor, given: string, readable: Condition, limit: number) {
  const condition = sql`${title} like ${`${escapeLike(given.toLowerCase())}%`}`;
  return list(db, [condition, readable], sql`${title}, resources.id`, limit);
}

/** Titles that hold all the words. */
export function listByTitle(db: Executor, words: readonly string[], readable: Condition, limit: number) {
  return list(db, [...words.map((word) => finds(title, word, text)), readable], latest, limit);
}

export function listMatching(db: Executor, matching: Condition, readable: Condition, limit: number) {
  return list(db, [matching, readable], latest, limit);
}

async function list(
  db: Executor,
  conditions: readonly Condition[],
  order: RawBuilder<unknown>,
  limit: number,
): Promise<FoundRecord[]> {
  const { rows } = await sql<FoundRecord>`${sql.raw(plannedEachTime)}
    select resources.id, resources.kind, resources.state, resources.title, resources.file_name, resources.author,
      left(resources.description, 4000) as description, resources.thumbnail_id,
      array(select tags.name from tags where tags.id = any (resources.tag_ids) order by lower(tags.name)) as tags
    from resources
    where resources.state not in ('trashed', 'purged') and ${all(conditions)}
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}
