import { stopWords, stopWordsChinese } from './stop-words.ts';

const han = /\p{Script=Han}/u;
/** Scripts besides Chinese that put no space between words. */
export const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const pieces =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\d]+(?:['’][a-z]+)?|\p{Script=Han}+|[\p{Script=Hangul}]+|[\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}]+/gu;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

export type Word = {
  /** As words are compared: small, without its ending. */
  term: string;
  /** As it stands. */
  text: string;
};

/** The words of a text that say something, in order. */
export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const [piece] of text.normalize('NFKC').matchAll(pieces)) {
    if (han.test(piece) || piece.search(unspaced) >= 0) pushSegments(found, piece);
    else {
      const small = piece.toLowerCase().replace(/['’][a-z]+$/u, '');
      if (small.length > 1 && !stopWords.has(small) && !/^\d+$/.test(small)) {
        found.push({ term: withoutEnding(small), text: piece });
      }
    }
  }
  return found;
}

/** Whether it is mostly written without spaces. */
export function isWide(text: string): boolean {
  const sample = text.slice(0, 2000);
  const wide = sample.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0;
  return wide * 3 > (sample.match(/\S/gu)?.length ?? 0);
}

/** How long a sentence is to a reader: words, a Chinese character as a good half of one, five Thai letters as one. */
export function lengthOf(text: string): number {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0;
  const run = text.match(unspaced)?.length ?? 0;
  const spaced =
    text.replace(unspaced, ' ').match(/(?:(?![\u3040-\u30ff\u3400-\u9fff])[\p{L}\p{M}\d])+/gu)?.length ?? 0;
  return spaced + wide * 0.6 + run * 0.2;
}

function pushSegments(found: Word[], run: string): void {
  for (const { segment } of segmenter.segment(run)) {
    if (!stopWordsChinese.has(segment)) found.push({ term: segment, text: segment });
  }
}

/** The same few words make up most of a text. */
const known = new Map<string, string>();
const mostKnown = 100_000;

/** Forms of one word meet: learn, learns, learned, learning. Crude, and the same for all. */
export function withoutEnding(word: string): string {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  if (known.size >= mostKnown) known.clear();
  const stem = cut(word);
  known.set(word, stem);
  return stem;
}

function cut(word: string): string {
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return word;
  const shorter = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(sses|shes|ches|xes)$/, (ending) => ending.slice(0, -2))
    .replace(/([^su])s$/, '$1')
    .replace(/(?:ing|ed|ly)$/, '');
  const stem = shorter.length >= 4 ? shorter : word;
  return stem
    .replace(/(?:ational|ation|ations|ement|ment|ness|able|ible|ive)$/, (ending) =>
      stem.length - ending.length >= 4 ? '' : ending,
    )
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/e$/, '');
}
