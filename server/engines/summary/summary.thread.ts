import { parentPort } from 'node:worker_threads';
import { cutAt, findKeywords, findOutline, nameSegments, segmentsOf, shiftsOf } from './find-outline.ts';
import type { Claim, Extract, ExtractedChapter, SummaryWish, Support, TextBlock } from './port.ts';
import { type ReadSentence, readBlocks } from './read-blocks.ts';
import { dot, type Scored, scoreSentences, termsOf, unit } from './score-sentences.ts';
import { wordsOf } from './words-of.ts';

/** A claim is supported if at most `mostPlaces` blocks contain this share of its words, by weight. */
const enough = 0.6;
const mostPlaces = 5;
/** A word in more blocks doesn't help to tell them apart. */
const mostPostings = 400;
/** Another block must add at least this share to be worth showing. */
const leastGain = 0.12;

/** Finds the blocks a claim rests on, by shared words and numbers. */
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

  /** The block that covers most of the remaining words; on a tie, cited blocks win. */
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

/** Normalized numbers of two or more digits, for checking that a summary doesn't invent any. */
function numbersOf(text: string): Set<string> {
  const found = text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/gu) ?? [];
  return new Set(found.map((number) => number.replaceAll(',', '')).filter((number) => number.length > 1));
}

const minuteMs = 60_000;
const leastMs = 2 * minuteMs;
/** Target length of a chapter; none is shorter than `shortestMs`. */
const chapterMs = 4 * minuteMs;
const shortestMs = 45_000;
const mostChapters = 40;
/** A pause this long counts like a change of topic. */
const longPauseMs = 3_000;

/** Splits a transcript into chapters where the topic changes, preferring long pauses. */
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
    // The first chapter starts at 0 even if the recording begins with silence.
    startMs: index === 0 ? 0 : startOf(cuts[index - 1] ?? 0),
  }));
}

/**
 * Penalizes similarity to sentences already picked. Only the best `mostCompared` are considered, to bound the time for
 * long texts.
 */
const redundancy = 0.7;
const mostCompared = 200;

/** Picks the best sentences without repetition, in text order. */
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

/** If a file has no heading markup, guesses headings: numbered lines and typical titles. */
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
 * Extractive summary: the sentences that represent most of the text, by content, position and wording. Deterministic,
 * in time linear to the length of the text.
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
