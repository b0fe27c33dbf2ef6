import { mayOpenPath } from '@lectern/contract/access.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { isInScope } from '../../../platform/list/meanings.ts';

type Place = { text: number; at: number };

/**
 * Replaces the words with ■, ignoring case. Also finds words split across lines or texts, because letters are compared
 * without the signs between them.
 */
export function coverWords(texts: readonly string[], words: readonly string[]): string[] {
  const wanted = new Set(words.map(lettersIn));
  wanted.delete('');
  if (wanted.size === 0) return [...texts];
  const units = texts.map((text) => text.split(''));
  const places: Place[] = [];
  let whole = '';
  for (const [text, letters] of units.entries()) {
    for (const [at, unit] of letters.entries()) {
      if (!isLetter(unit)) continue;
      places.push({ text, at });
      whole += lowered(unit);
    }
  }
  for (const word of wanted) {
    for (let from = whole.indexOf(word); from >= 0; from = whole.indexOf(word, from + 1)) {
      for (const { text, at } of places.slice(from, from + word.length)) {
        const letters = units[text];
        if (letters) letters[at] = '■';
      }
    }
  }
  return units.map((letters) => letters.join(''));
}

function isLetter(unit: string): boolean {
  return /[^\s\p{P}\p{Cf}]/u.test(unit);
}

/** Lowercases without changing the length, so offsets stay valid. */
function lowered(unit: string): string {
  const small = unit.toLowerCase();
  return small.length === 1 ? small : unit;
}

function lettersIn(text: string): string {
  return text.split('').filter(isLetter).map(lowered).join('');
}

/** Condition on a row of `resources`: only its reviewers see masked content. */
export function seesOriginal(principal: Principal): RawBuilder<unknown> {
  if (!hasAbility(principal.roleId, 'editor') || !mayOpenPath(principal, '/app/sensitive/resource')) return sql`false`;
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`resources.department_id`,
    ownerId: sql`resources.owner_id`,
  });
  return sql`coalesce(${scope}, false)`;
}

/** Copying the original requires permission to see it. */
export async function requireOriginal(db: Executor, principal: Principal, resourceId: string): Promise<void> {
  const { rows } = await sql`
    select from resources where id = ${resourceId} and not ${seesOriginal(principal)}
      and exists (select from sensitive_masks mask where mask.resource_id = resources.id)`.execute(db);
  if (rows.length > 0) throw new AppError('maskedForYou');
}

/** A passage of the current text with the UTF-16 ranges this person may not read. */
export type HiddenPassage = {
  page: number | null;
  startMs: number | null;
  text: string;
  spans: readonly (readonly [number, number])[];
};
/** What is hidden from a person in a text. */
export type HiddenText = {
  /** The whole text is hidden: it has masks and changed after the last scan, so their new positions are unknown. */
  whole: boolean;
  passages: readonly HiddenPassage[];
  /** All words ever masked in the text; older versions and derived files may still contain them. */
  words: readonly string[];
};
type HiddenIn = { resourceId: string; source: 'document' | 'ocr' | 'speech' | 'subtitle' | 'summary' };
export type FindHidden = (db: Executor, principal: Principal, of: HiddenIn) => Promise<HiddenText>;

const nothingHidden: HiddenText = { whole: false, passages: [], words: [] };

type Mark = { excerpt: string; start: number; end: number };
type MaskedParts = { whole: boolean; passages: HiddenPassage[]; marks: Mark[] };

/** Hides nothing from reviewers of the resource. */
export const findHiddenText: FindHidden = (db, principal, of) => find(db, of, sql`not ${seesOriginal(principal)}`);

/** What is hidden from people who aren't reviewers, and from exports and derived texts. */
export function findMaskedText(db: Executor, of: HiddenIn): Promise<HiddenText> {
  return find(db, of, sql`true`);
}

async function find(
  db: Executor,
  { resourceId, source }: HiddenIn,
  isHidden: RawBuilder<unknown>,
): Promise<HiddenText> {
  const { rows } = await sql<MaskedParts>`
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

/** Whether the current text is redacted for this person: saving it would store the redaction. */
export function coversCurrent({ whole, passages }: HiddenText): boolean {
  return whole || passages.length > 0;
}

/** Redacts every letter. */
export function coverWhole(text: string): string {
  return text.replace(/\S/gu, '■');
}
