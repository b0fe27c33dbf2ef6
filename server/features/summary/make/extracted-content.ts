import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';
import type { Extract } from '../../../engines/summary/port.ts';
import { placesOf, type SourceText } from './source-text.ts';

const mostPlaces = 5;

/** An extract as it is kept: its sentences are the text’s own, so each is supported by where it stands. */
export function extractedContent(extract: Extract, text: Pick<SourceText, 'passages'>): SummaryContent {
  return {
    short: extract.sentences.map((sentence) => ({
      text: sentence.text,
      passages: placesOf(text, sentence.blocks.slice(0, mostPlaces)),
      supported: true,
    })),
    outline: extract.outline.map(({ title, level, block }) => ({
      title,
      level,
      place: placesOf(text, [block])[0] ?? null,
    })),
    keywords: extract.keywords,
    chapters: extract.chapters,
    questions: [],
  };
}
