/** A text as search compares it, and for each of its characters where it stands in the original. */
export type FoldedText = { folded: string; starts: readonly number[]; ends: readonly number[] };

/** Accents, joiners and marks that choose how a character looks. */
const silent = /\u00ad|[\u0300-\u036f]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/g;
const sign =
  /[!-/:-@[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb]/u;
/** From here on scripts write no spaces between words, or need none. */
const firstWide = 0x2e80;

/**
 * Small letters without accents, in one width, with one space before each word; characters of scripts without spaces stand
 * apart from words of letters. The database's fold_text says the same.
 */
export function foldText(text: string): FoldedText {
  const characters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let before: 'space' | 'narrow' | 'wide' = 'space';
  const add = (character: string, start: number, end: number) => {
    for (let unit = 0; unit < character.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
    characters.push(character);
  };
  // A letter and the marks upon it are one.
  for (const { 0: cluster, index } of text.matchAll(/.\p{M}*/gsu)) {
    const plain = cluster.normalize('NFKD').replace(silent, '').normalize('NFKC').toLowerCase();
    for (const character of plain) {
      if (character <= ' ' || sign.test(character)) {
        before = 'space';
        continue;
      }
      const width = isWide(character) ? 'wide' : 'narrow';
      if (width !== before) add(' ', index, index);
      add(character, index, index + cluster.length);
      before = width;
    }
  }
  return { folded: characters.join('') || ' ', starts, ends };
}

/** Whether a folded word is of a script without spaces: then it is found anywhere, others by their beginning. */
export function isWide(word: string): boolean {
  return (word.codePointAt(0) ?? 0) >= firstWide;
}
