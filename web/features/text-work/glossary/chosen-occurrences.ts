import type { ApplyGlossaryInput, GlossaryOccurrence } from '@lectern/contract/features/glossary.ts';

/** So many transcripts are changed at once. */
export const mostTranscripts = 1000;

export const occurrenceId = ({ readingId, ordinal }: GlossaryOccurrence) => `${readingId} ${ordinal}`;

export type Chosen = Pick<ApplyGlossaryInput, 'readingIds' | 'leaveOut'> & { rowIds: string[]; places: number };

/** What the operation is told: the transcripts with at least one place that is chosen, and the places that stay in them. */
export function chosenOf(occurrences: readonly GlossaryOccurrence[], left: ReadonlySet<string>): Chosen {
  const rows = Map.groupBy(occurrences, ({ rowId }) => rowId);
  const chosen: Chosen = { rowIds: [], readingIds: [], leaveOut: [], places: 0 };
  for (const [rowId, places] of rows) {
    const out = places.filter((place) => left.has(occurrenceId(place)));
    const [first] = places;
    if (!first || out.length === places.length || chosen.rowIds.length >= mostTranscripts) continue;
    chosen.rowIds.push(rowId);
    chosen.readingIds.push(first.readingId);
    chosen.places += places.length - out.length;
    if (out.length > 0)
      chosen.leaveOut.push({ readingId: first.readingId, ordinals: out.map(({ ordinal }) => ordinal) });
  }
  return chosen;
}
