import type { OutputOf } from '@lectern/contract/endpoint.ts';
import {
  type GlossaryOccurrence,
  type GlossaryRule,
  glossaryLimits,
  type previewGlossary,
  type ReplaceSource,
  replaceSources,
} from '@lectern/contract/features/glossary.ts';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { unwrapped } from '@lectern/contract/subtitle/cue-measure.ts';
import { z } from 'zod';
import { invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { occurrencesIn, occurrencesInCues } from './correct-text.ts';
import {
  findLastOfWindow,
  listCues,
  listReplaceableTexts,
  lookupOf,
  type ReplaceableText,
  type TextKey,
} from './replaceable-text.repository.ts';

type Dependencies = {
  db: Db;
  /** A condition on `resources`: in this person's scope. */
  scope(principal: Principal): Condition;
  /** Whether this person works on texts of this kind at all. */
  worksOn(principal: Principal, source: ReplaceSource): boolean;
  mayEdit(db: Executor, principal: Principal, text: { id: string; source: ReplaceSource }): Promise<boolean>;
  /** A batch of parts, starting at `from`. */
  partsOf(db: Executor, readingId: string, from: number, size: number): Promise<ReadingPart[]>;
};
type Preview = OutputOf<typeof previewGlossary>;
type Place = Pick<GlossaryOccurrence, 'ordinal' | 'page' | 'box' | 'startMs' | 'cue'>;

/** How many texts are searched per request when matches are rare. */
const mostLookedAt = 200;
/** How many resources are read per request when no index finds the texts. */
const windowSize = 5_000;
const partsAtOnce = 50;
const contextCharacters = 60;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Shows where a term would be replaced in existing texts. */
export class GlossaryPreviewService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async preview(
    { principal }: SignedInContext,
    { rule, cursor }: { rule: GlossaryRule; cursor?: string | undefined },
  ): Promise<Preview> {
    const { db, scope, worksOn } = this.#dependencies;
    const after = cursor === undefined ? null : parseCursor(cursor);
    const lookup = await lookupOf(db, rule);
    const until = lookup.indexed ? undefined : await findLastOfWindow(db, after?.resource_id ?? null, windowSize);
    const sources = replaceSources.filter((source) => worksOn(principal, source));
    const page = { scope: scope(principal), sources, lookup, language: rule.language, after, until: until ?? null };
    const candidates = await listReplaceableTexts(db, page, mostLookedAt);
    const occurrences: GlossaryOccurrence[] = [];
    let found = 0;
    const stoppedAt = (key: TextKey): Preview => {
      return { occurrences, texts: { value: found, exact: false }, next: cursorOf(key) };
    };
    for (const text of candidates) {
      const here = await this.#occurrences(principal, text, rule);
      occurrences.push(...here);
      if (here.length > 0) found += 1;
      if (occurrences.length >= glossaryLimits.occurrences) return stoppedAt(text);
    }
    const last = candidates.length === mostLookedAt ? candidates.at(-1) : undefined;
    if (last) return stoppedAt(last);
    if (until) return stoppedAt({ resource_id: until, source: 'subtitle', text_id: lastId });
    return { occurrences, texts: { value: found, exact: cursor === undefined }, next: null };
  }

  /** Empty for texts this person can't edit, so that it doesn't reveal whether they contain the term. */
  async #occurrences(principal: Principal, text: ReplaceableText, rule: GlossaryRule): Promise<GlossaryOccurrence[]> {
    const places = text.source === 'subtitle' ? this.#inCues(text, rule) : this.#inParts(text, rule);
    const occurrences: GlossaryOccurrence[] = [];
    for await (const place of places) occurrences.push(place);
    const { resource_id: id, source } = text;
    if (
      occurrences.length === 0 ||
      !(await this.#dependencies.mayEdit(this.#dependencies.db, principal, { id, source }))
    )
      return [];
    return occurrences;
  }

  async *#inParts(text: ReplaceableText, rule: GlossaryRule): AsyncGenerator<GlossaryOccurrence> {
    let [from, before] = [1, 0];
    for (;;) {
      const parts = await this.#dependencies.partsOf(this.#dependencies.db, text.text_id, from, partsAtOnce);
      const byNumber = new Map(parts.map((part) => [part.number, part]));
      const places = occurrencesIn(parts, rule);
      for (const { part, line: at, start, end, ordinal } of places) {
        const line = byNumber.get(part)?.lines[at];
        if (!line) continue;
        const page = text.source === 'speech' || line.startMs !== undefined ? null : part;
        yield occurrenceOf(
          text,
          rule,
          { text: line.text, start, end },
          {
            ...{ ordinal: before + ordinal, page, box: line.box ?? null, startMs: line.startMs ?? null, cue: null },
          },
        );
      }
      before += places.length;
      const last = parts.at(-1);
      if (!last || parts.length < partsAtOnce) return;
      from = last.number + 1;
    }
  }

  async *#inCues(text: ReplaceableText, rule: GlossaryRule): AsyncGenerator<GlossaryOccurrence> {
    const cues = await listCues(this.#dependencies.db, text.text_id);
    for (const { cue: at, start, end, ordinal } of occurrencesInCues(cues, rule)) {
      const cue = cues[at];
      if (!cue) continue;
      const place = { ordinal, page: null, box: null, startMs: cue.startMs, cue: at + 1 };
      yield occurrenceOf(text, rule, { text: unwrapped(cue.text), start, end }, place);
    }
  }
}

function occurrenceOf(
  { text_id: textId, source, resource_id: id, title, kind, language, published }: ReplaceableText,
  { right }: GlossaryRule,
  { text, start, end }: { text: string; start: number; end: number },
  place: Place,
): GlossaryOccurrence {
  return {
    ...{ textId, source, resource: { id, title, kind }, language, published, ...place },
    before: text.slice(Math.max(0, start - contextCharacters), start),
    found: text.slice(start, end),
    after: text.slice(end, end + contextCharacters),
    right,
  };
}

const cursorParts = z.tuple([z.uuid(), z.enum(replaceSources), z.uuid()]);

function cursorOf({ resource_id, source, text_id }: TextKey): string {
  return [resource_id, source, text_id].join('.');
}

function parseCursor(cursor: string): TextKey {
  const parsed = cursorParts.safeParse(cursor.split('.'));
  if (!parsed.success) throw invalidField('cursor', 'cursorStale');
  const [resource_id, source, text_id] = parsed.data;
  return { resource_id, source, text_id };
}
