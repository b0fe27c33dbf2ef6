import { doubtfulBelow } from '../confidence-scale.ts';

/**
 * Below this likelihood of its least sure character, a word is worth a look. Chosen on the development pictures, where it
 * marks one word in eleven and more than half of the wrong ones.
 */
const doubtfulLikelihood = 0.9;

/** As sure as its least sure character, since one wrong letter makes a word wrong; on the scale all engines share. */
export function wordConfidence(characters: readonly { confidence: number }[]): number {
  const least = Math.min(1, ...characters.map(({ confidence }) => confidence));
  if (least < doubtfulLikelihood) return (least / doubtfulLikelihood) * doubtfulBelow;
  return doubtfulBelow + ((least - doubtfulLikelihood) / (1 - doubtfulLikelihood)) * (1 - doubtfulBelow);
}

/** Each word counts as much as it is long. */
export function lineConfidence(words: readonly { text: string; confidence: number }[]): number {
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, length);
}
