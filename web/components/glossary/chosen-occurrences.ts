import type { ApplyGlossaryInput, GlossaryOccurrence } from '@lectern/contract/features/glossary.ts';
import { selectionLimit } from '@lectern/contract/features/operation.ts';

export const occurrenceId = ({ textId, ordinal }: GlossaryOccurrence) => `${textId} ${ordinal}`;

export type Chosen = Pick<ApplyGlossaryInput, 'leaveOut'> & { textIds: string[]; places: number };

/** Input of the operation: the texts with at least one place that is chosen, and the places that stay in them. */
export function chosenOf(occurrences: readonly GlossaryOccurrence[], left: ReadonlySet<string>): Chosen {
  const chosen: Chosen = { textIds: [], leaveOut: [], places: 0 };
  for (const [textId, places] of Map.groupBy(occurrences, (place) => place.textId)) {
    const out = places.filter((place) => left.has(occurrenceId(place)));
    if (out.length === places.length || chosen.textIds.length >= selectionLimit) continue;
    chosen.textIds.push(textId);
    chosen.places += places.length - out.length;
    if (out.length > 0) chosen.leaveOut.push({ textId, ordinals: out.map(({ ordinal }) => ordinal) });
  }
  return chosen;
}
