import { parentPort } from 'node:worker_threads';
import { cutAt, findKeywords, findOutline, nameSegments, segmentsOf, shiftsOf } from './find-outline.ts';
import type { Claim, Extract, ExtractedChapter, SummaryWish, Support, TextBlock } from './port.ts';
import { type ReadSentence, readBlocks } from './read-blocks.ts';
import { dot, type Scored, scoreSentences, termsOf, unit } from './score-sentences.ts';
import { wordsOf } from './words-of.ts';

/** So much of what a sentence says, by the weight of its words, must stand in at most so many places. */
const enough = 0.6;
const mostPlaces = 5;
/** A word in more places than that tells none of them from the others. */
const mostPostings = 400;
/** Beyond this a further place adds nothing worth to be shown. */
const leastGain = 0.12;

/** Finds what sentences rest on in a text, by the words and the numbers that both have. */
export class SupportIndex {
  readonly #words: Map<string, number[]> = new Map();
  readonly #numbers: ReadonlySet<string>[];
  readonly #size: number;

  constructor(blocks: readonly TextBlock[]) {
    this.#size = blocks.length;
    this.#numbers = blocks.map(({ text }) => numbersOf(text));
    for (const [number, { text }] of blocks.entries()) {
      for (const term of new Set(wordsOf(text).map((word) => word.term))) {
        const postings = this.#words.get(term);
        if (postings) postings.push(number);
        else this.#words.set(term, [number]);
      }
    }
  }

  find({ text, blocks: named = [] }: Claim): Support {
    const terms = [...new Set(wordsOf(text).map((word) => word.term))];
    const weights = new Map(terms.map((term) => [term, this.#weigh(term)]));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    if (total === 0) return { blocks: [], supported: false };
    const places: number[] = [];
    const open = new Map(weights);
    while (places.length < mostPlaces) {
      const best = this.#bestFor(open, new Set(named), places);
      if (!best || best.gain / total < (places.length === 0 ? 0.2 : leastGain)) break;
      places.push(best.block);
      for (const term of best.terms) open.delete(term);
    }
    const missing = [...open.values()].reduce((sum, weight) => sum + weight, 0);
    const numbers = [...numbersOf(text)].every((number) => places.some((place) => this.#numbers[place]?.has(number)));
    return { blocks: places, supported: numbers && 1 - missing / total >= enough };
  }

  /** The place with the most of what is still open; those that were named win where others are no better. */
  #bestFor(open: ReadonlyMap<string, number>, named: ReadonlySet<number>, taken: readonly number[]) {
    const gains = new Map<number, { gain: number; terms: string[] }>();
    for (const [term, weight] of open) {
      const postings = this.#words.get(term) ?? [];
      if (postings.length > mostPostings && gains.size > 0) continue;
      for (const block of postings.slice(0, mostPostings * 4)) {
        const known = gains.get(block);
        if (known) {
          known.gain += weight;
          known.terms.push(term);
        } else gains.set(block, { gain: weight, terms: [term] });
      }
    }
    let best: { block: number; gain: number; terms: string[] } | undefined;
    for (const [block, { gain, terms }] of gains) {
      if (taken.includes(block)) continue;
      const rank = gain * (named.has(block) ? 1.15 : 1);
      const least = best ? best.gain * (named.has(best.block) ? 1.15 : 1) : -1;
      if (rank > least || (rank === least && best && block < best.block)) best = { block, gain, terms };
    }
    return best;
  }

  #weigh(term: string): number {
    const count = this.#words.get(term)?.length ?? 0;
    return Math.log(2 + this.#size / (count + 1));
  }
}

/** Numbers of two digits and more, as they are compared: a summary must not make any up. */
function numbersOf(text: string): Set<string> {
  const found = text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/gu) ?? [];
  return new Set(found.map((number) => number.replaceAll(',', '')).filter((number) => number.length > 1));
}

const minuteMs = 60_000;
const leastMs = 2 * minuteMs;
/** About so long a chapter is, and never shorter than the second. */
const chapterMs = 4 * minuteMs;
const shortestMs = 45_000;
const mostChapters = 40;
/** A pause of so long is as good as another subject. */
const longPauseMs = 3_000;

/** The chapters of what was said: cut where the subject changes, above all where it pauses for that. */
function findChapters(sentences: readonly ReadSentence[], blocks: readonly TextBlock[]): ExtractedChapter[] {
  const timed = sentences.flatMap((sentence) => {
    const first = blocks[sentence.blocks[0] ?? -1];
    const last = blocks[sentence.blocks.at(-1) ?? -1];
    if (first?.startMs === undefined) return [];
    return [{ sentence, startMs: first.startMs, endMs: last?.endMs ?? first.startMs }];
  });
  const [first, last] = [timed[0], timed.at(-1)];
  if (!first || !last || last.endMs - first.startMs < leastMs) return [];
  const shifts = shiftsOf(timed.map(({ sentence }) => unit(termsOf(sentence)))).map((shift, at) => {
    const pause = (timed[at + 1]?.startMs ?? 0) - (timed[at]?.endMs ?? 0);
    return shift + 0.4 * Math.max(0, Math.min(1, pause / longPauseMs));
  });
  const startOf = (cut: number) => timed[Math.min(cut + 1, timed.length - 1)]?.startMs ?? 0;
  const most = Math.min(mostChapters, Math.max(2, Math.round((last.endMs - first.startMs) / chapterMs))) - 1;
  const far = (left: number, right: number) =>
    (right >= shifts.length ? last.endMs : startOf(right)) - (left < 0 ? first.startMs : startOf(left)) >= shortestMs;
  const cuts = cutAt(shifts, { most, far }).filter(
    (cut, index, all) => startOf(cut) > (index > 0 ? startOf(all[index - 1] ?? 0) : first.startMs),
  );
  const segments = segmentsOf(
    timed.map(({ sentence }) => sentence),
    cuts,
  );
  const names = nameSegments(segments);
  return segments.map((_, index) => ({
    title: names[index] || String(index + 1),
    // The first begins where the recording does, whatever silence it begins with.
    startMs: index === 0 ? 0 : startOf(cuts[index - 1] ?? 0),
  }));
}

/** What was said already is worth less; more than so many are never compared, however long the text. */
const redundancy = 0.7;
const mostCompared = 200;

/** The best of them that do not say the same, in the order of reading. */
function pickSentences(scored: readonly Scored[], most: number): Scored[] {
  const waiting = [...scored].sort(byScore).slice(0, mostCompared);
  const worth = waiting.map(({ score }) => score);
  const picked: Scored[] = [];
  while (picked.length < most && waiting.length > 0) {
    let best = 0;
    for (let index = 1; index < worth.length; index += 1) if ((worth[index] ?? 0) > (worth[best] ?? 0)) best = index;
    const [chosen] = waiting.splice(best, 1);
    worth.splice(best, 1);
    if (!chosen) break;
    picked.push(chosen);
    for (const [index, other] of waiting.entries()) {
      const same = dot(chosen.vector, other.vector);
      if (same > 0.9) worth[index] = Number.NEGATIVE_INFINITY;
      else worth[index] = (worth[index] ?? 0) - redundancy * same * Math.max(0, other.score) * 0.5;
    }
  }
  return picked.filter(({ vector }) => vector.size > 0).sort((left, right) => left.sentence.at - right.sentence.at);
}

function byScore(left: Scored, right: Scored): number {
  return right.score - left.score || left.sentence.at - right.sentence.at;
}

const numbered =
  /^(?:(?:chapter|part|section|unit|lecture|lesson|module)\s+[\divxlc]+\b|第[一二三四五六七八九十百\d]+[章节讲课部分篇单元])/iu;
const counted = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}[^.!?。！？]{2,80}$/u;
const known =
  /^(?:abstract|summary|introduction|conclusions?|references|bibliography|acknowledgements?|摘\s*要|引\s*言|绪\s*论|前\s*言|结\s*论|参考文献|目\s*录)[:：]?$/iu;
const longest = 90;

/** Files that do not say what a heading is still have lines that look like one: numbered, or called as headings are. */
function guessHeadings(blocks: readonly TextBlock[]): TextBlock[] {
  if (blocks.some(({ heading, startMs }) => heading || startMs !== undefined)) return [...blocks];
  return blocks.map((block) => {
    const text = block.text.trim();
    if (text.length > longest || /\.{4,}|…{3,}/u.test(text)) return block;
    const level = levelOf(text);
    return level ? { ...block, heading: level } : block;
  });
}

function levelOf(text: string): number | undefined {
  if (known.test(text)) return 1;
  if (numbered.test(text) && !/[.!?。！？]$/u.test(text)) return /^(?:第.+[节课]|section|lesson)/iu.test(text) ? 2 : 1;
  const count = counted.exec(text)?.[1];
  return count ? Math.min(6, count.split('.').length) : undefined;
}

export type SummaryTask =
  | { kind: 'extract'; wish: SummaryWish }
  | { kind: 'support'; blocks: readonly TextBlock[]; claims: readonly Claim[] };
export type SummaryAnswer = { value: unknown } | { error: string };

function answer(task: SummaryTask): unknown {
  if (task.kind === 'extract') return extractSummary(task.wish);
  const index = new SupportIndex(task.blocks);
  return task.claims.map((claim) => index.find(claim));
}

const port = parentPort;
port?.on('message', (task: SummaryTask) => {
  try {
    port.postMessage({ value: answer(task) } satisfies SummaryAnswer);
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies SummaryAnswer);
  }
});

/**
 * A summary in the words of the text itself: the sentences that stand for most of it, where they stand and say that they
 * matter. The same text gives the same summary; the time grows with the text and no faster.
 */
export function extractSummary({ blocks: given, title = '', sentences }: SummaryWish): Extract {
  const blocks = guessHeadings(given);
  const text = readBlocks(blocks);
  const picked = pickSentences(scoreSentences(text, title), sentences);
  return {
    sentences: picked.map(({ sentence }) => ({ text: sentence.text, blocks: sentence.blocks })),
    outline: findOutline(text),
    keywords: findKeywords(text, title),
    chapters: findChapters(text.sentences, blocks),
  };
}
