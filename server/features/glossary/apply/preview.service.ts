import type { OutputOf } from '@lectern/contract/endpoint.ts';
import {
  type GlossaryOccurrence,
  type GlossaryRule,
  glossaryLimits,
  type previewGlossary,
} from '@lectern/contract/features/glossary.ts';
import type { ReadingPart, ReadingSource } from '@lectern/contract/features/reading.ts';
import { z } from 'zod';
import { invalidField } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { occurrencesIn } from '../correct-parts.ts';
import { listTranscripts, mayHold, type Transcript } from './transcript.repository.ts';

type Parts = {
  db: Db;
  scope(principal: Principal): Condition;
  mayEdit(db: Executor, principal: Principal, text: { id: string; source: ReadingSource }): Promise<boolean>;
  partsOf(db: Executor, readingId: string): Promise<ReadingPart[]>;
};
type Preview = OutputOf<typeof previewGlossary>;

const transcriptsAtOnce = 25;
/** So much of a page is looked through for one answer, where hardly anything is found. */
const mostLookedAt = 200;
const contextCharacters = 60;

/** Where a term would be replaced in transcripts that are there already. */
export class GlossaryPreviewService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async preview(
    { principal }: SignedInContext,
    { rule, cursor }: { rule: GlossaryRule; cursor?: string | undefined },
  ): Promise<Preview> {
    const { db, scope } = this.#parts;
    let after: string | null = cursor === undefined ? null : parseCursor(cursor);
    const holds = await mayHold(db, rule);
    const { language } = rule;
    const occurrences: GlossaryOccurrence[] = [];
    let [found, looked] = [0, 0];
    for (;;) {
      const wanted = { scope: scope(principal), holds, language, after };
      const some = await listTranscripts(db, wanted, transcriptsAtOnce);
      for (const transcript of some) {
        const here = await this.#occurrences(principal, transcript, rule);
        occurrences.push(...here);
        if (here.length > 0) found += 1;
        looked += 1;
        after = transcript.row_id;
        if (occurrences.length >= glossaryLimits.occurrences || looked >= mostLookedAt) {
          return { occurrences, transcripts: { value: found, exact: false }, next: after };
        }
      }
      if (some.length < transcriptsAtOnce) {
        return { occurrences, transcripts: { value: found, exact: cursor === undefined }, next: null };
      }
    }
  }

  async #occurrences(principal: Principal, transcript: Transcript, rule: GlossaryRule): Promise<GlossaryOccurrence[]> {
    const { db } = this.#parts;
    const { row_id: rowId, resource_id: id, title, kind, reading_id: readingId } = transcript;
    const parts = await this.#parts.partsOf(db, readingId);
    const places = occurrencesIn(parts, rule);
    if (places.length === 0 || !(await this.#parts.mayEdit(db, principal, { id, source: 'speech' }))) return [];
    const byNumber = new Map(parts.map((part) => [part.number, part]));
    return places.flatMap(({ part, line, start, end, ordinal }) => {
      const given = byNumber.get(part)?.lines[line];
      if (!given) return [];
      const { text } = given;
      return {
        ...{ rowId, resource: { id, title, kind }, readingId, ordinal, startMs: given.startMs ?? null },
        before: text.slice(Math.max(0, start - contextCharacters), start),
        found: text.slice(start, end),
        after: text.slice(end, end + contextCharacters),
        right: rule.right,
      };
    });
  }
}

function parseCursor(cursor: string): string {
  const parsed = z.uuid().safeParse(cursor);
  if (!parsed.success) throw invalidField('cursor', 'cursorStale');
  return parsed.data;
}
