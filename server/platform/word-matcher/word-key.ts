import { LETTER, SPACE, UNSPACED } from './character-class.ts';
import { after, looseClassAt } from './loose-characters.ts';
import type { MatchMode } from './matcher-word.ts';
import { strictFold } from './strict-fold.ts';
import { looseUnits, textOf } from './word-units.ts';

/** Stand for wildcards, so that they differ from the signs themselves. */
const anyRun = '\ue000';
const anyOne = '\ue001';

/**
 * By this, words are the same word. Undone is what cannot make another word: case, width, script, unseen characters,
 * odd letters, letters spelled out. Digits for letters, repetitions and accents stay: 4chan is not achan, nor good god.
 */
export function wordKey(text: string, mode: MatchMode): string {
  const plain = textOf(looseUnits(strictFold(text)));
  if (mode !== 'wildcard') return joinSpelled(plain);
  return joinSpelled(plain.replaceAll('?', anyOne).replace(/\*+/g, anyRun));
}

/** Of b.a.d and 赌 博 the letters alone: one sign between all of them, always the same. */
function joinSpelled(text: string): string {
  let letters = '';
  let sign = '';
  for (let at = 0; at < text.length; ) {
    const next = after(text, at);
    if (!isLetter(looseClassAt(text, at))) return text;
    letters += text.slice(at, next);
    if (next >= text.length) break;
    const between = text.slice(next, after(text, next));
    const kind = looseClassAt(text, next);
    if (isLetter(kind) || (sign !== '' && between !== sign) || between === anyRun || between === anyOne) return text;
    if (kind === SPACE && looseClassAt(text, at) !== UNSPACED && [...text].length < 5) return text;
    sign = between;
    at = after(text, next);
    if (at >= text.length) return text;
  }
  return sign === '' || [...letters].length < fewest(letters) ? text : letters;
}

function fewest(letters: string): number {
  return looseClassAt(letters, 0) === UNSPACED ? 2 : 3;
}

function isLetter(kind: number): boolean {
  return kind === LETTER || kind === UNSPACED;
}
