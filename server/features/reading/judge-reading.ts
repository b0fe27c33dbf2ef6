import { doubtfulBelow, type ReadingPart, sureFrom } from '@lectern/contract/features/reading.ts';

export type Judgement = {
  characters: number;
  words: number;
  doubtful: number;
  /** null where nothing says how sure it is. */
  confidence: number | null;
  suspects: number;
};

/** How much there is, and how sure the machine is of it: each line counts as much as it is long. */
export function judgeReading(parts: readonly ReadingPart[]): Judgement {
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
  return { characters, words, doubtful, suspects, confidence };
}

const mostDoubtful = 0.1;

/** Somebody should look at it: the machine is not sure, or there is something that it may have made up. */
export function needsCheck({ confidence, doubtful, words, suspects }: Judgement): boolean {
  if (confidence === null) return false;
  return confidence < sureFrom || doubtful > words * mostDoubtful || suspects > 0;
}
