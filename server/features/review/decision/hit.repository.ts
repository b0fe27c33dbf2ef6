import type { HitState } from '@lectern/contract/features/review.ts';
import type { ScanSource, Severity } from '@lectern/contract/features/scan.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

/** What a decision needs to know of a hit, and the text of the passage that it stands in as it is now. */
export type DecidedHit = {
  id: string;
  word_id: string;
  source: ScanSource;
  state: HitState;
  severity: Severity;
  fingerprint: string;
  excerpt: string;
  mark_start: number;
  mark_end: number;
  start_offset: number;
  end_offset: number;
  /** null: there is no such passage any more. */
  text: string | null;
};

const columns = sql`hit.id, hit.word_id, hit.source, hit.state, hit.severity, encode(hit.fingerprint, 'hex') as fingerprint,
  hit.excerpt, hit.mark_start, hit.mark_end, hit.start_offset, hit.end_offset,
  coalesce(passage.text, other.text) as text`;
const texts = sql`
  left join passages passage on passage.resource_id = hit.resource_id and passage.source = hit.source
    and passage.position = hit.position
  left join sensitive_texts other on other.resource_id = hit.resource_id and other.source = hit.source
    and other.position = hit.position`;

async function list(db: Executor, resourceId: string, condition: RawBuilder<unknown>): Promise<DecidedHit[]> {
  const { rows } = await sql<DecidedHit>`
    select ${columns} from sensitive_hits hit ${texts}
    where hit.resource_id = ${resourceId} and hit.state <> 'gone' and ${condition}
    order by hit.source, hit.position, hit.start_offset, hit.id`.execute(db);
  return rows;
}

/** These, and those of the same word in the same text: one verdict holds for all of them. */
export function listHitsLike(db: Executor, resourceId: string, ids: readonly string[]): Promise<DecidedHit[]> {
  return list(
    db,
    resourceId,
    sql`(hit.word_id, hit.fingerprint) in (
      select word_id, fingerprint from sensitive_hits where resource_id = ${resourceId} and id = any (${ids}::uuid[]))`,
  );
}

export function listHitsOfText(
  db: Executor,
  resourceId: string,
  { wordId, fingerprint }: { wordId: string; fingerprint: string },
): Promise<DecidedHit[]> {
  return list(
    db,
    resourceId,
    sql`hit.state = 'open' and hit.word_id = ${wordId} and hit.fingerprint = decode(${fingerprint}, 'hex')`,
  );
}

/** Those that are open, or all where none is: then it is the verdict that is changed. */
export async function listHitsAtHand(db: Executor, resourceId: string): Promise<DecidedHit[]> {
  const open = await list(db, resourceId, sql`hit.state = 'open'`);
  return open.length > 0 ? open : list(db, resourceId, sql`true`);
}

/** Whether what was found still stands where it was found. */
export function stands(hit: Omit<DecidedHit, 'fingerprint'>): boolean {
  if (hit.text === null) return false;
  const there = hit.text.slice(hit.start_offset, hit.end_offset);
  return inOneLine(there) === inOneLine(hit.excerpt.slice(hit.mark_start, hit.mark_end));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
