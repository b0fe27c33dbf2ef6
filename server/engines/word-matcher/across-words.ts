/** As much of a text on both sides lets the segmenter see the words around a place. */
const around = 10;

/**
 * Whether a place in Chinese text joins parts of words that have nothing to do with each other (代写 in 当代写作). Only the text around
 * the place is segmented.
 */
export function isAcrossWords(text: string, start: number, end: number): boolean {
  if (!isHan(text, start) || !isHan(text, end - 1)) return false;
  const from = whole(text, Math.max(0, start - around));
  const to = whole(text, Math.min(text.length, end + around));
  const window = text.slice(from, to);
  const segments = segmenter().segment(window);
  const first = segments.containing(start - from);
  const last = segments.containing(end - from);
  const begins = first?.index === start - from;
  const ends = last === undefined || last.index === end - from;
  // Within one longer word it is part of what that word says.
  const isWithinOne = first !== undefined && end - from <= first.index + first.segment.length;
  if ((begins && ends) || isWithinOne) return false;
  // Text that takes fewer words to read with the place as a word of its own means it.
  const asWord = countWords(text.slice(from, start)) + 1 + countWords(text.slice(end, to));
  return countWords(window) <= asWord;
}

let shared: Intl.Segmenter | undefined;

/** Loads a dictionary, so only when it is needed. */
function segmenter(): Intl.Segmenter {
  shared ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return shared;
}

function countWords(text: string): number {
  let words = 0;
  for (const _ of segmenter().segment(text)) words += 1;
  return words;
}

function isHan(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit >= 0x3400 && unit < 0xa000) || (unit >= 0xd840 && unit < 0xe000);
}

/** Not between the halves of a character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}
