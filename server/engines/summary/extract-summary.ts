import { findChapters } from './find-chapters.ts';
import { findKeywords } from './find-keywords.ts';
import { findOutline } from './find-outline.ts';
import { guessHeadings } from './guess-headings.ts';
import { pickSentences } from './pick-sentences.ts';
import type { Extract, SummaryWish } from './port.ts';
import { readBlocks } from './read-blocks.ts';
import { scoreSentences } from './score-sentences.ts';

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
