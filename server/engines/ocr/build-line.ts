import type { ReadCharacter } from './decode-line.ts';
import { type PlacedCharacter, placeCharacters } from './place-characters.ts';
import { type Quad, slice } from './quad.ts';
import type { RawLine } from './read-lines.ts';
import { isDense } from './script.ts';
import { settleText } from './settle-text.ts';
import { wordConfidence } from './word-confidence.ts';

export type BuiltWord = { text: string; confidence: number; quad: Quad };
/** `likelihood`: of its characters, on average. */
export type BuiltLine = { text: string; likelihood: number; quad: Quad; words: BuiltWord[] };

/** Long runs of Chinese are cut here, so that a hit can be marked closely. */
const longestRun = 12;

/** A line with its spaces, its signs settled, and the boxes of its words. */
export function buildLine(line: RawLine, characters: readonly ReadCharacter[]): BuiltLine {
  const placed = settleText(placeCharacters(line, characters));
  const words = groupWords(placed).map((group) => ({
    text: group.map(({ text }) => text).join(''),
    confidence: wordConfidence(group),
    quad: slice(line.quad, group[0]?.from ?? 0, group.at(-1)?.to ?? 1),
  }));
  return {
    text: placed.map(({ text }) => text).join(''),
    likelihood: meanLikelihood(characters),
    quad: line.quad,
    words,
  };
}

function groupWords(placed: readonly PlacedCharacter[]): PlacedCharacter[][] {
  const groups: PlacedCharacter[][] = [];
  let previous: PlacedCharacter | undefined;
  for (const character of placed) {
    if (character.text !== ' ') {
      const last = groups.at(-1);
      if (last && previous && belongs(previous, character) && last.length < longest(character)) last.push(character);
      else groups.push([character]);
    }
    previous = character;
  }
  return groups;
}

function belongs(previous: PlacedCharacter, next: PlacedCharacter): boolean {
  return previous.text !== ' ' && isDense(previous.text) === isDense(next.text);
}

function longest({ text }: PlacedCharacter): number {
  return isDense(text) ? longestRun : Infinity;
}

function meanLikelihood(characters: readonly { confidence: number }[]): number {
  if (characters.length === 0) return 0;
  return characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length;
}
