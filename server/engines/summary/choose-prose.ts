import { judgeSentence } from './judge-sentence.ts';
import type { ReadSentence } from './read-blocks.ts';
import { lengthOf } from './words-of.ts';

/** At least this share of a text is in full sentences; tables, receipts and listings with a few remarks stay below it. */
const leastShare = 0.3;
/** A text in which next to nothing but sentences stands may do without the words that make one certain. */
const leastLikelyShare = 0.8;
/** A long report may be mostly tables: this many different sentences are worth a summary from a lower share on. */
const manySentences = 60;
const leastShareOfMany = 0.15;

/** The sentences that a summary may be made of; none where a text is a table, a list, a form or a listing. */
export function chooseProse(sentences: readonly ReadSentence[]): ReadSentence[] {
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
