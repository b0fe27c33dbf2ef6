import { nameSegments } from './name-segments.ts';
import type { ExtractedTitle } from './port.ts';
import type { ReadSentence, ReadText } from './read-blocks.ts';
import { termsOf, unit } from './score-sentences.ts';
import { cutAt, shiftsOf } from './topic-shifts.ts';

const mostTitles = 200;
const leastSentences = 8;
/** About so many sentences have a title of their own where the text gives none. */
const sentencesEach = 30;
const mostFound = 12;

/** The headings of a text; where it has none, what its stretches are about. */
export function findOutline(text: ReadText): ExtractedTitle[] {
  const headings = text.sections.filter(({ title }) => title !== '');
  if (headings.length >= 2) return deepestThatFit(headings).map(({ title, level, block }) => ({ title, level, block }));
  const { sentences } = text;
  const most = Math.min(mostFound, Math.floor(sentences.length / sentencesEach));
  if (most < 2) return headings.map(({ title, level, block }) => ({ title, level, block }));
  const shifts = shiftsOf(sentences.map((sentence) => unit(termsOf(sentence))));
  const cuts = cutAt(shifts, { most: most - 1, far: (left, right) => right - left >= leastSentences });
  const segments = segmentsOf(sentences, cuts);
  const names = nameSegments(segments);
  return segments.flatMap((segment, index) => {
    const block = segment[0]?.blocks[0];
    const title = names[index];
    return block === undefined || !title ? [] : [{ title, level: 1, block }];
  });
}

/** A book has more headings than an outline shows: then the lesser ones are left out. */
function deepestThatFit<T extends { level: number }>(headings: readonly T[]): T[] {
  for (let deepest = 6; deepest > 1; deepest -= 1) {
    const kept = headings.filter(({ level }) => level <= deepest);
    if (kept.length <= mostTitles) return kept;
  }
  return headings.filter(({ level }) => level <= 1).slice(0, mostTitles);
}

export function segmentsOf(sentences: readonly ReadSentence[], cuts: readonly number[]): ReadSentence[][] {
  const starts = [0, ...cuts.map((cut) => cut + 1)];
  return starts.map((start, index) => sentences.slice(start, starts[index + 1]));
}
