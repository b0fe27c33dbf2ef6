import type { Hit, HitState } from '@lectern/contract/features/review.ts';
import type { Disguise, ScanSource, Severity, TextPlace } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import { named } from '../list/review-record.ts';

export type PlaceRecord = {
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

export const hitColumns = sql`hit.id, hit.word_id, word.text as word_text, hit.severity, hit.state, hit.source, hit.position,
  hit.page, hit.box, hit.start_ms, hit.end_ms, hit.start_offset, hit.end_offset, hit.excerpt, hit.mark_start, hit.mark_end,
  hit.pass, hit.disguises, hit.likely_false, hit.found_at, decision.batch_id, decision.by as decided_by, decider.name as decided_by_name,
  decision.at as decided_at, decision.note as decided_note`;
export const hitJoins = sql`
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
