import { doubtfulBelow, type ReadingPart, sureFrom } from '@lectern/contract/features/reading.ts';

type Judgement = {
  characters: number;
  words: number;
  doubtful: number;
  /** From 0 to 1, weighted by line length; null when the engine reports no confidence. */
  confidence: number | null;
  suspects: number;
  /** A person should check it: confidence is low, or some text may be invented. */
  needsCheck: boolean;
};

/** Largest share of doubtful words before the whole text needs a check. */
const mostDoubtful = 0.1;

/** Measures a text and the engine's confidence in it; each line is weighted by its length. */
export function assessReading(parts: readonly ReadingPart[]): Judgement {
  const sum = { characters: 0, words: 0, doubtful: 0, suspects: 0, weight: 0, weighted: 0 };
  for (const line of parts.flatMap((part) => part.lines)) {
    sum.characters += line.text.length;
    sum.suspects += line.suspects?.length ?? 0;
    for (const word of line.words ?? []) {
      sum.words += 1;
      if (word.confidence !== null && word.confidence < doubtfulBelow) sum.doubtful += 1;
    }
    if (line.confidence === null) continue;
    sum.weight += line.text.length;
    sum.weighted += line.text.length * line.confidence;
  }
  const { characters, words, doubtful, suspects } = sum;
  const confidence = sum.weight > 0 ? Math.round((sum.weighted / sum.weight) * 1000) / 1000 : null;
  const isUnsure = confidence !== null && (confidence < sureFrom || doubtful > words * mostDoubtful || suspects > 0);
  return { characters, words, doubtful, suspects, confidence, needsCheck: isUnsure };
}
