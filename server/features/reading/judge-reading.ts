import { doubtfulBelow, type ReadingPart, sureFrom } from '@lectern/contract/features/reading.ts';

type Judgement = {
  characters: number;
  words: number;
  doubtful: number;
  /** null where nothing says how sure it is. */
  confidence: number | null;
  suspects: number;
  /** Someone should look at it: the machine isn't sure of it, or may have made some of it up. */
  needsCheck: boolean;
};

/** Of all words: more doubtful ones than this, and the whole text is worth a look. */
const mostDoubtful = 0.1;

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
  const isUnsure = confidence !== null && (confidence < sureFrom || doubtful > words * mostDoubtful || suspects > 0);
  return { characters, words, doubtful, suspects, confidence, needsCheck: isUnsure };
}
