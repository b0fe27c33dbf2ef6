import { doubtfulBelow } from '../confidence-scale.ts';

/** The lowest likelihood of a word's least sure character that finds half of the wrong words on the development pictures. */
const doubtfulLikelihood = 0.86;

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
