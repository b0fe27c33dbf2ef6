import type { TrialMark } from '@lectern/contract/features/sensitive-word-trial.ts';

/** Places where the same word was found in the same way. */
export type FoundGroup = { key: string; first: TrialMark; sample: string; marks: number[] };

/** One entry for each word and way it was written, likely false ones last; the marks by their numbers. */
export function foundGroups(text: string, marks: readonly TrialMark[]): FoundGroup[] {
  const groups = new Map<string, FoundGroup>();
  for (const [at, mark] of marks.entries()) {
    const sample = text.slice(mark.start, mark.end);
    const { word, pass, disguises, exception, likelyFalse } = mark;
    const key = JSON.stringify([word.id, word.text, sample, pass, disguises, exception, likelyFalse]);
    const known = groups.get(key);
    if (known) known.marks.push(at);
    else groups.set(key, { key, first: mark, sample, marks: [at] });
  }
  return [...groups.values()].sort((left, right) => Number(left.first.likelyFalse) - Number(right.first.likelyFalse));
}
