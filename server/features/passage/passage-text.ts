/** A text as search compares it, with the place of each character in the original. */
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

/** The words of a search beyond this number are ignored. */
const mostWords = 8;
/** As text_terms in the database cuts them. */
const longestTerm = 40;

/** The folded words of a text search; one passage must contain all of them. */
export function passageWords(text: string): string[] {
  const words = foldText(text).folded.split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, mostWords);
}

/** The piece of a folded text that shows that it has the word: letters at the beginning of a word, others anywhere. */
export function pieceOf(word: string): string {
  return isWide(word) ? word : ` ${word}`;
}

/** Whether the index knows only terms that begin with the word. */
export function isBeginning(word: string): boolean {
  return !isWide(word) || [...word].length === 1;
}

/** Whether the index has the whole word: then the text needs no second check. */
export function isOneTerm(word: string): boolean {
  const { length } = [...word];
  return isBeginning(word) ? length <= longestTerm : length === 2;
}

/** The index query for passages with the words. The words contain no operators of the query language. */
export function termsQuery(words: readonly string[]): string {
  return words.flatMap(termsOf).join(' & ');
}

function termsOf(word: string): string[] {
  const characters = [...word];
  if (isBeginning(word)) return [`'${characters.slice(0, longestTerm).join('')}':*`];
  return characters.slice(1).map((next, place) => `'${characters[place]}${next}'`);
}

type Snippet = { text: string; marks: [number, number][] };

/** The characters before the first match, and in all. */
const lead = 40;
const most = 160;

/** The text around the first match, with all matches in it. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const marks = marksIn(text, words);
  const start = cutAt(text, Math.max(0, (marks[0]?.[0] ?? 0) - lead));
  const end = cutAt(text, Math.min(text.length, start + most));
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  return {
    // A line break or a tab is one character, as the space is that takes its place.
    text: `${before}${text.slice(start, end).replaceAll(/\s/g, ' ')}${end < text.length ? '…' : ''}`,
    marks: marks.flatMap(([from, to]): [number, number][] =>
      from < end ? [[from + shift, Math.min(to, end) + shift]] : [],
    ),
  };
}

/** Places in the order of the text; those that touch each other are one. */
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

/** Not between the halves of a character. */
function cutAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
