import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { clock } from '../viewers/media/clock.ts';
import type { Target } from '../viewers/viewer-link.ts';

/** A place as people say it: “3:07”, “page 4”, “picture”. */
export function placeWords({ startMs, page }: SummaryPlace, kind: ResourceKind, { summary }: Texts): string {
  if (startMs !== null) return clock(startMs / 1000);
  if (kind === 'image') return summary.place.picture;
  return page === null ? summary.place.text : fillText(summary.place.page, { number: page });
}

/** Where a viewer has to go. `quote`: what stands there, for texts that have neither pages nor boxes. */
export function targetOf({ startMs, page, box }: SummaryPlace, quote?: string): Target {
  if (startMs !== null) return { second: startMs / 1000 };
  return {
    page: page ?? 1,
    ...(box && { box }),
    ...(quote && { words: { text: quote, after: '' } }),
  };
}

/** The sentence itself where it was taken from the text as it stands; else all that stands there. */
export function wordsAt(quote: string | undefined, sentence: string): string | undefined {
  return quote?.includes(sentence) ? sentence : quote;
}

export function placeName({ source, position }: Pick<SummaryPlace, 'source' | 'position'>): string {
  return `${source}.${position}`;
}
