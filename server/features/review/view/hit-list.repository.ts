import type { QueryOf } from '@lectern/contract/endpoint.ts';
import type { Hit, HitState, listHits } from '@lectern/contract/features/review.ts';
import {
  type Disguise,
  type ScanSource,
  type Severity,
  scanSources,
  type TextPlace,
} from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { named } from '../list/review-record.ts';

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

type PlaceRecord = {
  source: ScanSource;
  page: number | null;
  box: [number, number, number, number] | null;
  start_ms: number | null;
  end_ms: number | null;
};

export type HitRecord = PlaceRecord & {
  id: string;
  word_id: string;
  word_text: string;
  severity: Severity;
  state: HitState;
  position: number;
  start_offset: number;
  end_offset: number;
  excerpt: string;
  mark_start: number;
  mark_end: number;
  pass: 'strict' | 'loose';
  disguises: Disguise[];
  likely_false: boolean;
  found_at: Date;
  batch_id: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  decided_note: string | null;
};

const hitColumns = sql`hit.id, hit.word_id, word.text as word_text, hit.severity, hit.state, hit.source, hit.position,
  hit.page, hit.box, hit.start_ms, hit.end_ms, hit.start_offset, hit.end_offset, hit.excerpt, hit.mark_start, hit.mark_end,
  hit.pass, hit.disguises, hit.likely_false, hit.found_at, decision.batch_id, decision.by as decided_by, decider.name as decided_by_name,
  decision.at as decided_at, decision.note as decided_note`;
const hitJoins = sql`
  join sensitive_words word on word.id = hit.word_id
  left join sensitive_decisions decision on decision.id = hit.decision_id
  left join users decider on decider.id = decision.by`;

export function placeOf({ source, page, box, start_ms: startMs, end_ms: endMs }: PlaceRecord): TextPlace {
  return { source, page, box, startMs, endMs };
}

export function presentHit(row: HitRecord): Hit {
  return {
    id: row.id,
    word: { id: row.word_id, text: row.word_text },
    severity: row.severity,
    state: row.state,
    place: placeOf(row),
    excerpt: { text: row.excerpt, mark: [row.mark_start, row.mark_end] },
    pass: row.pass,
    disguises: row.disguises,
    likelyFalse: row.likely_false,
    decision: decisionOf(row),
    foundAt: row.found_at.toISOString(),
  };
}

function decisionOf({ batch_id: id, decided_at: at, ...row }: HitRecord): Hit['decision'] {
  if (id === null || at === null) return null;
  const by = named(row.decided_by, row.decided_by_name);
  return { id, by, at: at.toISOString(), note: row.decided_note ?? '' };
}
