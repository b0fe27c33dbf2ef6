import type { ReadCharacter } from './decode-line.ts';
import type { RawLine } from './read-lines.ts';

/** A character or space with its extent along the line, from 0 to 1. */
export type PlacedCharacter = { text: string; confidence: number; from: number; to: number };

/** A gap this wide, relative to the usual distance between letters, is a space. */
const spaceShare = 0.5;
/** In pixels: how much wider a space is than the usual gap between letters of the line. */
const overLetters = 3;
/** If the recognizer's space likelihood exceeds this, a narrower gap is enough. */
const hint = 0.02;
const hintedShare = 0.25;
/** Spaces the recognizer missed are at least this fraction of the width of those it found. */
const ofKnown = 0.7;

/**
 * With fewer pairs the usual gap is unknown, so this width in pixels is the upper bound: in a line 48 high, no letters
 * of a word are further apart.
 */
const fewPairs = 4;
const widestLetterGap = 18;

/**
 * Positions of the characters, with spaces between words. The recognizer misses many spaces because its training data
 * has few, so they are derived from the gaps.
 */
export function placeCharacters(line: RawLine, characters: readonly ReadCharacter[]): PlacedCharacter[] {
  const { steps } = line.reading;
  const { width, gaps } = line.picture;
  const centre = ({ firstStep, lastStep }: ReadCharacter) =>
    Math.min(1, (firstStep + lastStep + 1) / 2 / (steps * line.share)) * width;
  const seen = characters.filter(({ text }) => text !== ' ');
  const pairs = seen.slice(1).map((right, at) => {
    const left = seen[at] ?? right;
    return { left, right, paper: widestBetween(gaps, centre(left), centre(right)) };
  });
  const told = recognisedSpaces(characters);
  const threshold = spaceThreshold(
    pairs.filter(({ left, right }) => !isDense(left.text) && !isDense(right.text)),
    told,
    centre,
  );
  const placed: PlacedCharacter[] = [];
  let from = inkStart(line, seen[0] ? centre(seen[0]) : 0);
  for (const [at, character] of seen.entries()) {
    const pair = pairs[at];
    const edge = pair ? edges(pair, centre) : undefined;
    const end = edge?.end ?? inkEnd(line, centre(character));
    placed.push({ text: character.text, confidence: character.confidence, from: from / width, to: end / width });
    if (pair && isSpace(pair, threshold, told.has(pair.right))) {
      placed.push({ text: ' ', confidence: 1, from: end / width, to: (edge?.start ?? end) / width });
    }
    from = edge?.start ?? end;
  }
  return placed;
}

type Pair = { left: ReadCharacter; right: ReadCharacter; paper: { from: number; to: number } | undefined };

function isSpace({ left, right, paper }: Pair, { sure, hinted }: Threshold, told: boolean): boolean {
  const wide = paper ? paper.to - paper.from : 0;
  // Full-width signs include their own spacing.
  if (isWideSign(left.text) || isWideSign(right.text)) return false;
  // Between Chinese characters, only a gap as wide as a character is a space.
  if (isDense(left.text) && isDense(right.text)) return wide > 26;
  if (isDense(left.text) || isDense(right.text)) return areLetters(left, right) && (told || wide > 20);
  if (told) return true;
  // Numbers such as 3.14 and 1,000 need a wider gap.
  const inNumber = /[\d.,:]/.test(left.text) && /[\d.,:]/.test(right.text);
  if (inNumber) return wide >= sure * 1.3;
  return wide >= sure || (right.spaceBefore > hint && wide >= hinted);
}

function areLetters(left: ReadCharacter, right: ReadCharacter): boolean {
  return isLetterOrDigit(left.text) && isLetterOrDigit(right.text);
}

type Threshold = { sure: number; hinted: number };

function spaceThreshold(
  pairs: readonly Pair[],
  told: ReadonlySet<ReadCharacter>,
  centre: (character: ReadCharacter) => number,
): Threshold {
  const widths = pairs.map(({ paper }) => (paper ? paper.to - paper.from : 0));
  const pitch = quantile(
    pairs.map(({ left, right }) => centre(right) - centre(left)),
    0.5,
  );
  // Most gaps are between letters, even when words are short.
  const least = quantile(widths, 0.4) + overLetters;
  const known = widths.filter((_, at) => told.has(pairs[at]?.right as ReadCharacter));
  const sure = Math.max(least, pitch * spaceShare, quantile(known, 0.5) * ofKnown);
  return {
    sure: pairs.length < fewPairs ? Math.min(sure, widestLetterGap) : sure,
    hinted: Math.max(3, pitch * hintedShare),
  };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}

function recognisedSpaces(characters: readonly ReadCharacter[]): Set<ReadCharacter> {
  return new Set(characters.filter((_, at) => characters[at - 1]?.text === ' '));
}

function widestBetween(gaps: RawLine['picture']['gaps'], from: number, to: number) {
  let best: { from: number; to: number } | undefined;
  for (const gap of gaps) {
    const [start, end] = [Math.max(gap.from, from), Math.min(gap.to, to)];
    if (end > start && (!best || end - start > best.to - best.from)) best = { from: start, to: end };
  }
  return best;
}

/** The end of the left character and the start of the right one. */
function edges({ left, right, paper }: Pair, centre: (character: ReadCharacter) => number) {
  if (paper) return { end: paper.from, start: paper.to };
  const middle = (centre(left) + centre(right)) / 2;
  return { end: middle, start: middle };
}

function inkStart({ picture }: RawLine, first: number): number {
  const margin = picture.gaps.find(({ from }) => from === 0);
  return margin ? Math.min(margin.to, first) : 0;
}

function inkEnd({ picture }: RawLine, last: number): number {
  const margin = picture.gaps.find(({ to }) => to === picture.width);
  return margin ? Math.max(margin.from, last) : picture.width;
}

/** Scripts written without spaces between words. */
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]$/u;
const letter = /^[\p{L}\p{N}]$/u;

export function isDense(character: string): boolean {
  return dense.test(character);
}

function isWideSign(character: string): boolean {
  return /^[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff60]$/u.test(character);
}

export function isHan(character: string): boolean {
  return /^\p{Script=Han}$/u.test(character);
}

function isLetterOrDigit(character: string): boolean {
  return letter.test(character);
}

/** The share of Chinese characters among letters and digits; undefined when there are none. */
export function hanShare(text: string): number | undefined {
  const letters = [...text].filter(isLetterOrDigit);
  return letters.length === 0 ? undefined : letters.filter(isHan).length / letters.length;
}
