/** Text normalized for search, with the position of each character in the original. */
export type FoldedText = { folded: string; starts: readonly number[]; ends: readonly number[] };

/** Accents, joiners and variation selectors, which are dropped. */
const silent = /\u00ad|[\u0300-\u036f]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/g;
const sign =
  /[!-/:-@[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb]/u;
/** First code point of scripts without spaces between words. */
const firstWide = 0x2e80;

/**
 * Lowercase without accents, in one width, with one space before each word; characters of scripts without spaces are
 * separated from alphabetic words. Must match the database function `fold_text`.
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

/**
 * Whether a folded word is in a script without spaces. Such words match anywhere; others match at the start of a word.
 */
export function isWide(word: string): boolean {
  return (word.codePointAt(0) ?? 0) >= firstWide;
}

const letterAndMarks = /.\p{M}*/suy;

/** The base letter and its combining marks. */
function clusterAt(text: string, at: number): string {
  // Fast path for most text.
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

/** ASCII and common Chinese characters, which have no marks and need no normalization. */
function isPlain(code: number): boolean {
  return code < 0x80 || (code >= 0x4e00 && code < 0xa000);
}

/** Further words of a query are ignored. */
const mostWords = 8;
/** Must match the length limit in the database function `text_terms`. */
const longestTerm = 40;

/** The folded words of a text search; one passage must contain all of them. */
export function passageWords(text: string): string[] {
  const words = foldText(text).folded.split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, mostWords);
}

/** The substring to look for in folded text: alphabetic words match at the start of a word, others anywhere. */
export function pieceOf(word: string): string {
  return isWide(word) ? word : ` ${word}`;
}

/** Whether the word needs a prefix query because the index may only hold longer terms. */
export function isBeginning(word: string): boolean {
  return !isWide(word) || [...word].length === 1;
}

/** Whether the index lookup is exact, so the text needs no second check. */
export function isOneTerm(word: string): boolean {
  const { length } = [...word];
  return isBeginning(word) ? length <= longestTerm : length === 2;
}

/** The `tsquery` for passages with these words, which contain no `tsquery` operators. */
export function termsQuery(words: readonly string[]): string {
  return words.flatMap(termsOf).join(' & ');
}

function termsOf(word: string): string[] {
  const characters = [...word];
  if (isBeginning(word)) return [`'${characters.slice(0, longestTerm).join('')}':*`];
  return characters.slice(1).map((next, place) => `'${characters[place]}${next}'`);
}

type Snippet = { text: string; marks: [number, number][] };

/** Snippet length before the first match, and in total. */
const lead = 40;
const most = 160;

/** A snippet around the first match, with all matches in it marked. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const marks = marksIn(text, words);
  const start = cutAt(text, Math.max(0, (marks[0]?.[0] ?? 0) - lead));
  const end = cutAt(text, Math.min(text.length, start + most));
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  return {
    // Replaces line breaks and tabs with a single space each, which keeps the offsets valid.
    text: `${before}${text.slice(start, end).replaceAll(/\s/g, ' ')}${end < text.length ? '…' : ''}`,
    marks: marks.flatMap(([from, to]): [number, number][] =>
      from < end ? [[from + shift, Math.min(to, end) + shift]] : [],
    ),
  };
}

/** Match ranges in text order; overlapping and adjacent ranges are merged. */
function marksIn(text: string, words: readonly string[]): [number, number][] {
  const { folded, starts, ends } = foldText(text);
  const found: [number, number][] = [];
  for (const word of words) {
    const piece = pieceOf(word);
    for (let at = folded.indexOf(piece); at >= 0; at = folded.indexOf(piece, at + 1)) {
      const first = at + piece.length - word.length;
      found.push([starts[first] ?? 0, ends[at + piece.length - 1] ?? 0]);
    }
  }
  found.sort(([left], [right]) => left - right);
  const marks: [number, number][] = [];
  for (const [from, to] of found) {
    const last = marks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else marks.push([from, to]);
  }
  return marks;
}

/** Avoids cutting a surrogate pair. */
function cutAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
