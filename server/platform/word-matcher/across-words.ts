/** As much of a text on both sides lets the segmenter see the words around a place. */
const around = 16;
/** Places near each other share one segmentation. */
const windowLength = 240;

/**
 * Tells whether a place in Chinese text joins parts of words that have nothing to do with each other (代写 in 当代写作). Only the
 * text around places that it is asked about, in their order, is segmented.
 */
export class AcrossWords {
  #text = '';
  #from = 0;
  #to = 0;
  #edges = new Set<number>();

  open(text: string): this {
    this.#text = text;
    this.#from = 0;
    this.#to = 0;
    return this;
  }

  isAcross(start: number, end: number): boolean {
    const text = this.#text;
    if (!isHan(text, start) || !isHan(text, end - 1)) return false;
    this.#cover(start, end);
    const edges = this.#edges;
    if (edges.has(start) && edges.has(end)) return false;
    // Within one longer word it is part of what that word says.
    let isWithinOne = true;
    for (let at = start + 1; at < end; at += 1) if (edges.has(at)) isWithinOne = false;
    if (isWithinOne) return false;
    const [from, to] = [whole(text, Math.max(0, start - around)), whole(text, Math.min(text.length, end + around))];
    // Text that takes fewer words to read with the place as a word of its own means it.
    const asWord = countWords(text.slice(from, start)) + 1 + countWords(text.slice(end, to));
    return countWords(text.slice(from, to)) <= asWord;
  }

  #cover(start: number, end: number): void {
    const text = this.#text;
    const reachesBack = this.#from === 0 || start - around >= this.#from;
    if (reachesBack && start < this.#to && (end + around <= this.#to || this.#to === text.length)) return;
    this.#from = whole(text, Math.max(0, start - around));
    this.#to = whole(text, Math.min(text.length, Math.max(start + windowLength, end + around)));
    this.#edges = new Set([this.#from]);
    let at = this.#from;
    for (const { segment } of segmenter().segment(text.slice(this.#from, this.#to))) {
      at += segment.length;
      this.#edges.add(at);
    }
  }
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
