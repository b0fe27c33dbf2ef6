import { dot, type Scored } from './score-sentences.ts';

/** What was said already is worth less; more than so many are never compared, however long the text. */
const redundancy = 0.7;
const mostCompared = 200;

/** The best of them that do not say the same, in the order of reading. */
export function pickSentences(scored: readonly Scored[], most: number): Scored[] {
  const waiting = [...scored].sort(byScore).slice(0, mostCompared);
  const worth = waiting.map(({ score }) => score);
  const picked: Scored[] = [];
  while (picked.length < most && waiting.length > 0) {
    let best = 0;
    for (let index = 1; index < worth.length; index += 1) if ((worth[index] ?? 0) > (worth[best] ?? 0)) best = index;
    const [chosen] = waiting.splice(best, 1);
    worth.splice(best, 1);
    if (!chosen) break;
    picked.push(chosen);
    for (const [index, other] of waiting.entries()) {
      const same = dot(chosen.vector, other.vector);
      if (same > 0.9) worth[index] = Number.NEGATIVE_INFINITY;
      else worth[index] = (worth[index] ?? 0) - redundancy * same * Math.max(0, other.score) * 0.5;
    }
  }
  return picked.filter(({ vector }) => vector.size > 0).sort((left, right) => left.sentence.at - right.sentence.at);
}

function byScore(left: Scored, right: Scored): number {
  return right.score - left.score || left.sentence.at - right.sentence.at;
}
