import type { PassageGroup } from '@lectern/contract/features/search.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { plannedEachTime } from '../../platform/db/preparing-client.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { escapeLike, finds } from '../../platform/list/meanings.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { type FoundPassage, hasWords, holdsPassage, type WantedPassages } from '../passage/public.ts';

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

/** Titles with this prefix, exactly as typed. */
export function listByBeginning(db: Executor, given: string, readable: Condition, limit: number) {
  const condition = sql`${title} like ${`${escapeLike(given.toLowerCase())}%`}`;
  return list(db, [condition, readable], sql`${title}, resources.id`, limit);
}

/** Titles that contain all the words. */
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

export type FoundResource = Pick<PassageGroup, 'id' | 'kind' | 'state' | 'title'> & { thumbnail_id: string | null };

/** Stops the walk when words are common overall but missing from the latest resources. */
const longestWalk = 1_000;
const passagesEach = 3;

const alive = sql`resources.state not in ('trashed', 'purged')`;
const latestFirst = sql`resources.updated_at desc, resources.id desc`;
const columns = sql`resources.id, resources.kind, resources.state, resources.title, resources.thumbnail_id`;

/** The latest resources with a passage that contains the words. */
export async function listLatestHolding(db: Executor, wanted: WantedPassages, readable: Condition, size: number) {
  const { rows } = await sql<FoundResource>`${sql.raw(plannedEachTime)}
    select ${columns} from (
      select * from resources where ${alive} and ${readable} order by ${latestFirst} limit ${longestWalk}) resources
    where ${holdsPassage(wanted)} order by ${latestFirst} limit ${size}`.execute(db);
  return rows;
}

export async function listFound(db: Executor, found: Condition, readable: Condition, size: number) {
  const { rows } = await sql<FoundResource>`${sql.raw(plannedEachTime)}
    select ${columns} from resources
    where ${found} and ${alive} and ${readable} order by ${latestFirst} limit ${size}`.execute(db);
  return rows;
}

/** The first matching passages of each resource; document text sorts before titles. */
export async function listPassagesOf(db: Executor, ids: readonly string[], wanted: WantedPassages) {
  const { rows } = await sql<FoundPassage & { resource_id: string }>`
    select resource_id, source, page, start_ms, box, confidence,
      covered_text(text, resource_id, source, position) as text
    from unnest(${ids}::uuid[]) chosen (id) cross join lateral (
      select * from passages where passages.resource_id = chosen.id and ${hasWords(wanted)}
      order by source, position limit ${passagesEach}) found
    order by source, position`.execute(db);
  return rows;
}
