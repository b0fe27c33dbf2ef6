import type { PassageGroup } from '@lectern/contract/features/search.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { plannedEachTime } from '../../platform/db/preparing-client.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import type { FoundPassage } from '../passage/public.ts';
import { hasWords, holdsPassage, type WantedPassages } from '../passage/public.ts';

export type FoundResource = Pick<PassageGroup, 'id' | 'kind' | 'state' | 'title'> & { thumbnail_id: string | null };

/** A walk for words that are frequent elsewhere, but not among the latest, ends here. */
const longestWalk = 1_000;
const passagesEach = 3;

const alive = sql`resources.state not in ('trashed', 'purged')`;
const latest = sql`resources.updated_at desc, resources.id desc`;
const columns = sql`resources.id, resources.kind, resources.state, resources.title, resources.thumbnail_id`;

/** Of the latest resources, those with a passage that has the words. */
export async function listLatestHolding(db: Executor, wanted: WantedPassages, readable: Condition, size: number) {
  const { rows } = await sql<FoundResource>`${sql.raw(plannedEachTime)}
    select ${columns} from (
      select * from resources where ${alive} and ${readable} order by ${latest} limit ${longestWalk}) resources
    where ${holdsPassage(wanted)} order by ${latest} limit ${size}`.execute(db);
  return rows;
}

export async function listFound(db: Executor, found: Condition, readable: Condition, size: number) {
  const { rows } = await sql<FoundResource>`${sql.raw(plannedEachTime)}
    select ${columns} from resources
    where ${found} and ${alive} and ${readable} order by ${latest} limit ${size}`.execute(db);
  return rows;
}

/** The first passages of each that have the words; texts before the title. */
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
