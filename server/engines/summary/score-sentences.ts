import { chooseProse } from './choose-prose.ts';
import { cuesOf } from './cue-phrases.ts';
import type { ReadSentence, ReadText } from './read-blocks.ts';
import { lengthOf, wordsOf } from './words-of.ts';

export type Vector = ReadonlyMap<string, number>;
export type Scored = { sentence: ReadSentence; vector: Vector; score: number };

/** How much each thing weighs; told on the even rows of the texts that summaries are measured on. */
export const weights = {
  centroid: 1,
  title: 0.4,
  position: 1.2,
  opening: 0.15,
  strong: 0.8,
  fair: 0.08,
  weak: 0.12,
  short: 0.4,
  long: 0.25,
  summarySection: 0.4,
};
export type Weights = typeof weights;

const summarySections =
  /^(?:[\divxlc.\s]*)(?:abstract|summary|introduction|overview|conclusions?|key points|摘\s*要|概\s*述|引\s*言|绪\s*论|导\s*言|前\s*言|结\s*论|总\s*结|小\s*结)/iu;
const leftOut =
  /^(?:[\divxlc.\s]*)(?:references|bibliography|acknowledge?ments?|index|contents|table of contents|appendix|参考文献|致\s*谢|目\s*录|索\s*引|附\s*录)/iu;

/** How well each sentence stands for the whole; sentences that can't be are not among them. */
export function scoreSentences({ sentences, sections }: ReadText, title = '', weight: Weights = weights): Scored[] {
  const termed = chooseProse(sentences.filter(({ section }) => !leftOut.test(sections[section]?.title ?? ''))).map(
    (sentence) => ({ sentence, terms: termsOf(sentence) }),
  );
  const spread = new Map<string, number>();
  for (const { terms } of termed) for (const term of terms.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
  const worth = (term: string) => Math.log(1 + termed.length / (spread.get(term) ?? 1));
  const vectors = termed.map(({ terms }) =>
    unit(new Map([...terms].map(([term, count]) => [term, count * worth(term)]))),
  );
  const centre = centreOf(vectors);
  const wanted = new Set([...countTerms(title).keys()]);
  const closest = Math.max(...vectors.map((vector) => dot(vector, centre)), 1e-9);
  return termed.map(({ sentence }, index) => {
    const vector = vectors[index] ?? new Map();
    const { strong, fair, weak } = cuesOf(sentence.text);
    const length = lengthOf(sentence.text);
    const inSummary = summarySections.test(sections[sentence.section]?.title ?? '');
    const score =
      weight.centroid * (dot(vector, centre) / closest) +
      weight.title * share(vector, wanted) +
      weight.position / Math.sqrt(1 + sentence.at) +
      (sentence.inSection === 0 ? weight.opening : 0) +
      weight.strong * strong +
      weight.fair * fair -
      weight.weak * weak -
      weight.short * Math.max(0, 1 - length / 8) -
      weight.long * Math.max(0, Math.min(1, (length - 35) / 30)) +
      (inSummary ? weight.summarySection : 0);
    return { sentence, vector, score };
  });
}

const counted = new WeakMap<ReadSentence, ReadonlyMap<string, number>>();

/** How often each word is in a sentence; looked up once, however often it is asked. */
export function termsOf(sentence: ReadSentence): ReadonlyMap<string, number> {
  const known = counted.get(sentence);
  if (known) return known;
  const terms = countTerms(sentence.text);
  counted.set(sentence, terms);
  return terms;
}

function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { term } of wordsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The direction that all sentences have in common; words that only one of them has don't count. */
function centreOf(vectors: readonly Vector[]): Vector {
  const sum = new Map<string, number>();
  for (const vector of vectors) {
    for (const [term, value] of vector) sum.set(term, (sum.get(term) ?? 0) + value);
  }
  return unit(sum);
}

export function unit(vector: Vector): Vector {
  let square = 0;
  for (const value of vector.values()) square += value * value;
  const length = Math.sqrt(square) || 1;
  return new Map([...vector].map(([term, value]) => [term, value / length]));
}

export function dot(left: Vector, right: Vector): number {
  const [fewer, more] = left.size <= right.size ? [left, right] : [right, left];
  let sum = 0;
  for (const [term, value] of fewer) sum += value * (more.get(term) ?? 0);
  return sum;
}

function share(vector: Vector, wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let found = 0;
  for (const term of wanted) if (vector.has(term)) found += 1;
  return found / wanted.size;
}
