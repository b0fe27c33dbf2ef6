import type { TextBlock } from './port.ts';
import { isWide, lengthOf } from './words-of.ts';

export type ReadSentence = {
  text: string;
  blocks: number[];
  /** Index of its section, from 0. */
  section: number;
  /** Position within the section, and within the whole text. */
  inSection: number;
  at: number;
};

type Section = { title: string; level: number; block: number };

export type ReadText = { sentences: ReadSentence[]; sections: Section[] };

/** A pause this long separates sentences in transcripts without punctuation. */
const pauseMs = 1200;
const mostUnpunctuated = 45;

/** Splits text into sentences with their blocks. A sentence may continue in the next block. */
export function readBlocks(blocks: readonly TextBlock[]): ReadText {
  const sections: Section[] = [{ title: '', level: 0, block: 0 }];
  const sentences: ReadSentence[] = [];
  let inSection = 0;
  for (const run of runsOf(blocks)) {
    const first = blocks[run[0] ?? 0];
    if (run.length === 1 && first?.heading) {
      sections.push({ title: first.text.trim(), level: first.heading, block: run[0] ?? 0 });
      inSection = 0;
      continue;
    }
    const { text, starts } = join(blocks, run);
    for (const { start, end } of splitSentences(text)) {
      const within = run.filter(
        (_, index) => (starts[index] ?? 0) < end && (starts[index + 1] ?? text.length + 1) > start,
      );
      const sentence = { text: text.slice(start, end).replace(/\s+/gu, ' '), blocks: within };
      sentences.push({ ...sentence, section: sections.length - 1, inSection, at: sentences.length });
      inSection += 1;
    }
  }
  return { sentences, sections };
}

/** Groups each block with the following ones that continue its last sentence. */
function* runsOf(blocks: readonly TextBlock[]): Generator<number[]> {
  let run: number[] = [];
  let unpunctuated = 0;
  for (const [number, block] of blocks.entries()) {
    const last = run.at(-1);
    const previous = last === undefined ? undefined : blocks[last];
    const goesOn = previous !== undefined && continues(previous, block) && unpunctuated < mostUnpunctuated;
    if (run.length > 0 && !goesOn) {
      yield run;
      run = [];
    }
    run.push(number);
    unpunctuated = /[.!?。！？؟۔।॥։።។။]/u.test(block.text) ? 0 : (goesOn ? unpunctuated : 0) + lengthOf(block.text);
  }
  if (run.length > 0) yield run;
}

function continues(previous: TextBlock, next: TextBlock): boolean {
  if (previous.heading || next.heading) return false;
  if (goesOnAfter(previous.text)) return true;
  if (/[.!?。！？؟۔।॥։።។။：:]["'”’)）」』]?\s*$/u.test(previous.text)) return false;
  if (previous.endMs !== undefined && next.startMs !== undefined) return next.startMs - previous.endMs < pauseMs;
  if (next.page !== undefined && previous.page !== undefined && next.page - previous.page > 1) return false;
  const begins = next.text.trimStart()[0] ?? '';
  return /[\p{Ll},;，、；]/u.test(begins) || (isWide(previous.text) && isWide(next.text) && previous.text.length > 120);
}

function join(blocks: readonly TextBlock[], run: readonly number[]): { text: string; starts: number[] } {
  let text = '';
  const starts = run.map((number) => {
    const own = (blocks[number]?.text ?? '').trim();
    if (text !== '' && !(isWide(text.slice(-20)) && isWide(own))) text += ' ';
    const start = text.length;
    text += own;
    return start;
  });
  return { text, starts };
}

type Span = { start: number; end: number };

/** Abbreviations after which a full stop doesn't end a sentence. */
const shortened = new Set(
  (
    'mr mrs ms dr prof sr jr st gen col lt capt sgt rep sen gov pres rev hon vs etc e.g i.e eg ie cf al fig figs eq eqs sec ' +
    'no nos vol pp p ed eds ch approx inc ltd co corp dept univ jan feb mar apr jun jul aug sep sept oct nov dec ca resp'
  ).split(' '),
);
/** Abbreviations that are always followed by something, if necessary on the next line. */
const leading = new Set('mr mrs ms dr prof e.g i.e eg ie cf vs fig figs eq eqs sec no nos vol pp p ch'.split(' '));
const wideEnd = /[。！？!?؟۔।॥։።។။]/u;
const closing = /["'”’)\]」』）》〉】]/u;
const longest = 1200;

/** Whether the text ends with an abbreviation that must be followed by something, such as “Fig.”. */
function goesOnAfter(text: string): boolean {
  return leading.has(/([\p{L}.]+)\.\s*$/u.exec(text.slice(-12))?.[1]?.toLowerCase() ?? '');
}

/** Sentence spans of English or Chinese text, covering the text without gaps; `end` is exclusive. */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isTooLong = at - start >= longest && text[at] === ' ';
    if (!isTooLong && !endsSentence(text, at, start)) continue;
    let end = at + 1;
    while (end < text.length && (closing.test(text[end] ?? '') || /[.!?。！？]/u.test(text[end] ?? ''))) end += 1;
    push(spans, text, start, end);
    start = end;
    at = end - 1;
  }
  push(spans, text, start, text.length);
  return spans;
}

function endsSentence(text: string, at: number, start: number): boolean {
  const letter = text[at] ?? '';
  if (letter === '\n') return !goesOnAfter(text.slice(Math.max(start, at - 12), at));
  if (letter === '.') return endsWithStop(text, at, start);
  if (!wideEnd.test(letter)) return false;
  return !'!?'.includes(letter) || isFollowed(text, at + 1);
}

/** A full stop ends a sentence if the next one starts like a sentence and the word isn't an abbreviation. */
function endsWithStop(text: string, at: number, start: number): boolean {
  if (!isFollowed(text, at + 1)) return false;
  const word = /[\p{L}.]+$/u.exec(text.slice(Math.max(start, at - 12), at))?.[0].toLowerCase() ?? '';
  if (shortened.has(word)) return false;
  // An initial, as in J. Smith, but not the pronoun I.
  return !(/^\p{L}$/u.test(word) && word !== 'i' && /\p{Lu}/u.test(text[at - 1] ?? ''));
}

/** Whether the text after the stop looks like a new sentence, or nothing follows. */
function isFollowed(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && (closing.test(text[at] ?? '') || /[.!?]/.test(text[at] ?? ''))) at += 1;
  if (at >= text.length) return true;
  const next = text[at] ?? '';
  if (!/\s/.test(next)) return /[\u3400-\u9fff]/u.test(next);
  const after = /^\s+(["'“‘([«\-–—]*\s?)(.)/u.exec(text.slice(at, at + 12));
  return !after || !/\p{Ll}/u.test(after[2] ?? '');
}

function push(spans: Span[], text: string, from: number, to: number): void {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text[start] ?? '')) start += 1;
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  if (end > start) spans.push({ start, end });
}
