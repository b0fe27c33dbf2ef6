import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import { seesOriginal } from './sees-original.ts';

/** A passage of the current text with parts that this person may not read, as JavaScript counts. */
export type HiddenPassage = {
  page: number | null;
  startMs: number | null;
  text: string;
  spans: readonly (readonly [number, number])[];
};
/** What one person may not read of a text. */
export type HiddenText = {
  /** Something was masked in it, and it was changed since the last scan: nobody knows where that stands now. */
  whole: boolean;
  passages: readonly HiddenPassage[];
  /** Everything that was ever masked in it: older versions, and what was made of them, may still say it. */
  words: readonly string[];
};
type HiddenIn = { resourceId: string; source: 'document' | 'ocr' | 'speech' | 'subtitle' | 'summary' };
/** Answers what is hidden from a person. */
export type FindHidden = (db: Executor, principal: Principal, of: HiddenIn) => Promise<HiddenText>;

const nothingHidden: HiddenText = { whole: false, passages: [], words: [] };

type Mark = { excerpt: string; start: number; end: number };
type Found = { whole: boolean; passages: HiddenPassage[]; marks: Mark[] };

/** Nothing for those who review the resource. */
export const findHiddenText: FindHidden = (db, principal, of) => find(db, of, sql`not ${seesOriginal(principal)}`);

/** From everybody else: what leaves the product, or becomes another text, goes without it. */
export function findMaskedText(db: Executor, of: HiddenIn): Promise<HiddenText> {
  return find(db, of, sql`true`);
}

async function find(
  db: Executor,
  { resourceId, source }: HiddenIn,
  isHidden: RawBuilder<unknown>,
): Promise<HiddenText> {
  const { rows } = await sql<Found>`
    select is_covered_whole(resources.id, ${source}) as whole,
      array(select jsonb_build_object('page', passage.page, 'startMs', passage.start_ms, 'text', passage.text, 'spans',
          jsonb_agg(jsonb_build_array(mask.start_offset, mask.end_offset) order by mask.start_offset))
        from sensitive_masks mask join sensitive_hits hit on hit.id = mask.hit_id
          join passages passage on passage.resource_id = mask.resource_id and passage.source = mask.source
            and passage.position = mask.position
        where mask.resource_id = resources.id and mask.source = any (mask_sources(${source})) and hit.state <> 'gone'
        group by passage.id) as passages,
      array(select jsonb_build_object('excerpt', excerpt, 'start', mark_start, 'end', mark_end)
        from masked_marks(resources.id, ${source})) as marks
    from resources where resources.id = ${resourceId} and ${isHidden}`.execute(db);
  const [found] = rows;
  if (!found) return nothingHidden;
  const { whole, passages, marks } = found;
  const masked = passages.flatMap(({ text, spans }) => spans.map(([start, end]) => text.slice(start, end)));
  const decided = marks.map(({ excerpt, start, end }) => excerpt.slice(start, end));
  return { whole, passages, words: [...new Set([...masked, ...decided].filter((word) => word.trim() !== ''))] };
}

/** Whether parts of the text as it is now are covered: what covers them would be saved in their place. */
export function coversCurrent({ whole, passages }: HiddenText): boolean {
  return whole || passages.length > 0;
}

/** Every letter covered. */
export function coverWhole(text: string): string {
  return text.replace(/\S/gu, '■');
}
