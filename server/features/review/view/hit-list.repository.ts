import type { QueryOf } from '@lectern/contract/endpoint.ts';
import type { listHits } from '@lectern/contract/features/review.ts';
import { scanSources } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type HitRecord, hitColumns, hitJoins, type PlaceRecord } from './hit-record.ts';

type Wanted = QueryOf<typeof listHits>;

/** Likely false ones last; by word, the gravest first, then in the order of reading. */
const orderColumns = sql`hit.likely_false, -severity_rank(hit.severity), lower(word.text), hit.word_id,
  array_position(${[...scanSources]}::text[], hit.source), hit.position, hit.start_offset, hit.id`;

export async function listHitRows(db: Executor, resourceId: string, wanted: Wanted): Promise<HitRecord[]> {
  const { wordId, state, gone, after, size } = wanted;
  const { rows } = await sql<HitRecord>`
    select ${hitColumns} from sensitive_hits hit ${hitJoins}
    where hit.resource_id = ${resourceId}
      and ${wordId ? sql`hit.word_id = ${wordId}` : sql`true`}
      and ${state ? sql`hit.state = ${state}` : gone ? sql`true` : sql`hit.state <> 'gone'`}
      and ${after ? sql`(${orderColumns}) > (select ${orderColumns} from sensitive_hits hit ${hitJoins} where hit.id = ${after})` : sql`true`}
    order by ${orderColumns} limit ${size + 1}`.execute(db);
  return rows;
}

export async function listHitsById(db: Executor, resourceId: string, ids: readonly string[]): Promise<HitRecord[]> {
  const { rows } = await sql<HitRecord>`
    select ${hitColumns} from sensitive_hits hit ${hitJoins}
    where hit.resource_id = ${resourceId} and hit.id = any (${ids}::uuid[]) order by ${orderColumns}`.execute(db);
  return rows;
}

export async function findHit(
  db: Executor,
  { id, hitId }: { id: string; hitId: string },
): Promise<(HitRecord & { fingerprint: string }) | undefined> {
  const { rows } = await sql<HitRecord & { fingerprint: string }>`
    select ${hitColumns}, encode(hit.fingerprint, 'hex') as fingerprint from sensitive_hits hit ${hitJoins}
    where hit.resource_id = ${id} and hit.id = ${hitId}`.execute(db);
  return rows[0];
}

export async function hasLikelyFalse(db: Executor, resourceId: string, wordId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sensitive_hits
    where resource_id = ${resourceId} and word_id = ${wordId} and likely_false and state <> 'gone' limit 1`.execute(db);
  return rows.length > 0;
}

/** The passage at a place, and those next to it; nothing where there is none any more. */
export async function listTextsAround(
  db: Executor,
  resourceId: string,
  { source, position }: Pick<HitRecord, 'source' | 'position'>,
): Promise<{ position: number; text: string }[]> {
  const { rows } = await sql<{ position: number; text: string }>`
    select position, text from passages
    where resource_id = ${resourceId} and source = ${source} and position between ${position - 1} and ${position + 1}
    union all
    select position, text from sensitive_texts
    where resource_id = ${resourceId} and source = ${source} and position = ${position}
    order by position`.execute(db);
  return rows;
}

type Mark = {
  id: string;
  start_offset: number;
  end_offset: number;
  excerpt: string;
  mark_start: number;
  mark_end: number;
};

/** All that was found in one passage, whatever became of it. */
export async function listMarks(
  db: Executor,
  resourceId: string,
  { source, position }: Pick<HitRecord, 'source' | 'position'>,
): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    select id, start_offset, end_offset, excerpt, mark_start, mark_end from sensitive_hits
    where resource_id = ${resourceId} and source = ${source} and position = ${position} and state <> 'gone'
    order by start_offset, end_offset, id`.execute(db);
  return rows;
}

export type MaskRecord = PlaceRecord & { hit_id: string; position: number; start_offset: number; end_offset: number };
const mostMasks = 1_000;

export async function listMaskRows(db: Executor, resourceId: string, most: number = mostMasks): Promise<MaskRecord[]> {
  const { rows } = await sql<MaskRecord>`
    select hit_id, source, position, page, box, start_ms, end_ms, start_offset, end_offset from sensitive_masks
    where resource_id = ${resourceId}
    order by array_position(${[...scanSources]}::text[], source), position, start_offset limit ${most}`.execute(db);
  return rows;
}
