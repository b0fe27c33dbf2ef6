import { judgeSentence } from './judge-sentence.ts';
import type { ReadSentence, ReadText } from './read-blocks.ts';
import { lengthOf, wordsOf } from './words-of.ts';

/** Phrases that introduce a statement about the whole document. */
const strong = [
  /\b(?:in this|this|the present|our) (?:paper|work|article|study|thesis|chapter|report|lecture|book|course|review|survey)\b/i,
  /\bwe (?:\w+ )?(?:propose|present|introduce|develop|describe|design|study|investigate|address|explore|consider)\b/i,
  /\b(?:is|are|was|were) (?:proposed|introduced|presented) (?:to|for|in this|that|which)\b/i,
  /\b(?:here|to this end|to address this|in this context),? we\b/i,
  /\b(?:the (?:aim|goal|purpose|objective)|the main (?:idea|result|point|contribution)|our (?:goal|aim|main|key|contribution))\b/i,
  /\b(?:today|in this (?:lecture|video|chapter|section|lesson)),? (?:we|i|you)(?:['’]ll| will| are|['’]re|['’]m| am)?\b/i,
  /(?:本文|本研究|本书|本章|本课|本节|本讲|本报告|该文|笔者|文章)(?:首次|主要|系统)?(?:提出|研究|介绍|探讨|分析|讨论|总结|认为|旨在|从|以|通过|对|基于|试图|将)/u,
  /(?:我们|作者|研究者)(?:首次)?(?:提出|发现|证明|设计|开发|建立|介绍)/u,
  /(?:今天|这节课|本节课|这一讲)(?:我们)?(?:要|来|将|主要)?(?:讲|学习|介绍|讨论)/u,
];

const fair = [
  /\bwe (?:\w+ )?(?:show|demonstrate|find|prove|argue|provide|derive|establish|achieve|evaluate|apply|observe|report|analy[sz]e)\b/i,
  /\b(?:our|the proposed) (?:method|approach|model|algorithm|framework|architecture|system|results?|experiments?|analysis|findings?)\b/i,
  /\b(?:outperforms?|state[- ]of[- ]the[- ]art|novel)\b/i,
  /\b(?:in (?:conclusion|summary|short|brief)|to (?:conclude|sum up|summari[sz]e)|overall|as a result|therefore|in other words|importantly|significantly)\b/i,
  /\b(?:is|are) (?:defined as|called|known as|the (?:study|process|set|science|art) of)\b/i,
  /\b(?:researchers?|scientists|the (?:study|report|researchers|findings)) (?:\w+ )?(?:found|finds?|shows?|showed|says?|suggests?|reveal(?:s|ed)?)\b/i,
  /(?:结果|研究|实验|调查|报告|数据)(?:表明|显示|发现|证明|指出|说明)/u,
  /(?:总之|综上|总的来说|总而言之|由此可见|因此|结论是|换句话说|最重要的是|关键在于|核心是)/u,
  /(?:是指|指的是|定义为|称为|即所谓|叫做)/u,
  /(?:宣布|发布|推出|决定|正式|首次|获得|达成|通过)/u,
];

/** Phrases that introduce details or refer back to the previous sentence. */
const weak = [
  /^(?:for (?:example|instance)|e\.g\.|such as|specifically|in particular|similarly|likewise|additionally|furthermore|moreover|also|besides|then|next|finally|meanwhile|first|second|third)\b/i,
  /^(?:he|she|it|they|this|these|those|that|his|her|their|its|but|and|or|so|yet|there)\b/i,
  /^(?:however|although|while|despite|unlike|recent(?:ly)?|in recent years|previous|existing|traditional|many|most|several|some)\b/i,
  /^(?:例如|比如|譬如|此外|另外|同时|然后|接着|其次|最后|而且|但是|但|不过|然而|他|她|它|这|那|对此|据悉|目前|近年来)/u,
  /\b(?:code (?:is|will be) available|github|https?:|www\.|see (?:figure|table|section)|click here|all rights reserved|isbn|copyright)/i,
  /^(?:figure|fig\.|table|eq\.|图|表|参考文献|版权|注[：:])\s*\d*/iu,
];

type Cue = { strong: number; fair: number; weak: number };

function cuesOf(sentence: string): Cue {
  const count = (patterns: readonly RegExp[]) =>
    patterns.reduce((sum, pattern) => sum + (pattern.test(sentence) ? 1 : 0), 0);
  return { strong: Math.min(count(strong), 2), fair: Math.min(count(fair), 2), weak: Math.min(count(weak), 2) };
}

/** Minimum share of text in full sentences; tables, receipts and listings with a few remarks stay below it. */
const leastShare = 0.3;
/** If nearly all of the text looks like sentences, `likely` ones are accepted too. */
const leastLikelyShare = 0.8;
/** Long reports may be mostly tables, so with this many distinct sentences a lower share is enough. */
const manySentences = 60;
const leastShareOfMany = 0.15;

/** Sentences a summary may use; none when the text is a table, list, form or listing. */
function chooseProse(sentences: readonly ReadSentence[]): ReadSentence[] {
  const judged = sentences.map((sentence) => ({ sentence, judgement: judgeSentence(sentence.text) }));
  let [all, full, likely] = [0, 0, 0];
  const different = new Set<string>();
  for (const { sentence, judgement } of judged) {
    const length = lengthOf(sentence.text);
    all += length;
    if (judgement === 'likely') likely += length;
    if (judgement !== 'full') continue;
    full += length;
    different.add(sentence.text);
  }
  const least = different.size >= manySentences ? leastShareOfMany : leastShare;
  const isProse = (full > 0 && full >= all * least) || (likely > 0 && full + likely >= all * leastLikelyShare);
  if (!isProse) return [];
  return judged.filter(({ judgement }) => judgement !== 'noise').map(({ sentence }) => sentence);
}

export type Vector = ReadonlyMap<string, number>;
export type Scored = { sentence: ReadSentence; vector: Vector; score: number };

/** Weights of the scoring features, tuned on the even rows of the evaluation texts. */
const weights = {
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
type Weights = typeof weights;

const summarySections =
  /^(?:[\divxlc.\s]*)(?:abstract|summary|introduction|overview|conclusions?|key points|摘\s*要|概\s*述|引\s*言|绪\s*论|导\s*言|前\s*言|结\s*论|总\s*结|小\s*结)/iu;
const leftOut =
  /^(?:[\divxlc.\s]*)(?:references|bibliography|acknowledge?ments?|index|contents|table of contents|appendix|参考文献|致\s*谢|目\s*录|索\s*引|附\s*录)/iu;

/** Scores how well each sentence represents the text. Unsuitable sentences are omitted. */
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

/** Term counts of a sentence, computed once and cached. */
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

/** The normalized sum of all sentence vectors. */
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
