import { DIGIT, LETTER, SURROGATE, UNSPACED } from './character-class.ts';
import { looseClassOf } from './loose-characters.ts';
import { BETWEEN, LooseRun, SUSPECT } from './loose-run.ts';
import type { MatcherWord } from './port.ts';
import { SpacedReader } from './read-spaced.ts';
import { UnspacedReader } from './read-unspaced.ts';
import { strictFold, stringOf } from './strict-fold.ts';
import { keysOf, looseUnits, textOf } from './word-key.ts';

const spaced = new SpacedReader();
const unspaced = new UnspacedReader();
const run = new LooseRun();

/**
 * The keys of everything in a text that may be a disguise, for an index beside the text itself. If a word is found in a
 * text, then each of its pieces stands in the strict fold of the text as `strict`, or in this as `loose` (see
 * `literalPieces`).
 */
export function foldVariants(text: string): string {
  const variants = new Set<string>();
  spaced.read(text, true, run, (one) => addWords(one, variants));
  unspaced.read(text, run, (one) => variants.add(stringOf(one.keys, 0, one.keyCount)));
  return [...variants].join(' ');
}

/** Only what reads otherwise without its disguise; the neighbours are in the text itself. */
function addWords(one: LooseRun, variants: Set<string>): void {
  let from = 0;
  for (let key = 0; key <= one.keyCount; key += 1) {
    const unit = one.firstUnit[key] as number;
    if (key < one.keyCount && ((one.flags[unit] as number) & BETWEEN) === 0) continue;
    if (key > from && (one.flags[one.firstUnit[from] as number] as number) & SUSPECT)
      variants.add(stringOf(one.keys, from, key));
    from = key + 1;
  }
}

type LiteralPiece = { strict: string; loose: string };

/** What must be in a text for the word to be found in it: its pieces between wildcards, spaces and signs. */
export function literalPieces(word: Pick<MatcherWord, 'text' | 'mode'>): LiteralPiece[] {
  const pieces: LiteralPiece[] = [];
  for (const part of splitAtSigns(strictFold(word.text))) {
    pieces.push({ strict: part, loose: textOf(keysOf(looseUnits(part))) });
  }
  return pieces;
}

function splitAtSigns(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at < text.length ? looseClassOf[text.charCodeAt(at)] : 0;
    if (kind === LETTER || kind === DIGIT || kind === UNSPACED || kind === SURROGATE) continue;
    if (at > from) parts.push(text.slice(from, at));
    from = at + 1;
  }
  return parts;
}
