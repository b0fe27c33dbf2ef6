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
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let before: 'space' | 'narrow' | 'wide' = 'space';
  const add = (character: string, start: number, end: number) => {
    folded += character;
    for (let unit = 0; unit < character.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  for (let at = 0; at < text.length; ) {
    const cluster = clusterAt(text, at);
    for (const character of plainly(cluster)) {
      if (character <= ' ' || sign.test(character)) {
        before = 'space';
        continue;
      }
      const width = isWide(character) ? 'wide' : 'narrow';
      if (width !== before) add(' ', at, at);
      add(character, at, at + cluster.length);
      before = width;
    }
    at += cluster.length;
  }
  return { folded: folded || ' ', starts, ends };
}

/** Whether a folded word is of a script without spaces: then it is found anywhere, others by their beginning. */
export function isWide(word: string): boolean {
  return (word.codePointAt(0) ?? 0) >= firstWide;
}

const letterAndMarks = /.\p{M}*/suy;

/** A letter and the marks upon it are one. */
function clusterAt(text: string, at: number): string {
  // Most of what is read needs no closer look.
  if (isPlain(text.charCodeAt(at)) && (at + 1 === text.length || isPlain(text.charCodeAt(at + 1)))) {
    return text.charAt(at);
  }
  letterAndMarks.lastIndex = at;
  return letterAndMarks.exec(text)?.[0] ?? text.charAt(at);
}

function plainly(cluster: string): string {
  if (cluster.length === 1 && isPlain(cluster.charCodeAt(0))) return cluster.toLowerCase();
  return cluster.normalize('NFKD').replace(silent, '').normalize('NFKC').toLowerCase();
}

/** ASCII, and the common Chinese characters: no mark, and never written in another way. */
function isPlain(code: number): boolean {
  return code < 0x80 || (code >= 0x4e00 && code < 0xa000);
}
