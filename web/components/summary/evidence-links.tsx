import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { SummaryContent, SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import { listEvidence } from '@lectern/contract/features/summary-draft.ts';
import { useQuery } from '@tanstack/react-query';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { clock } from '../viewers/media/clock.ts';
import type { Target } from '../viewers/viewer-link.ts';
import './summary-text.css';
import { labelled } from '../../lib/i18n/punctuation.ts';

type Props = {
  places: readonly SummaryPlace[];
  kind: ResourceKind;
  /** The sentence, included in each link's accessible name. */
  of: string;
  onGo: (place: SummaryPlace) => void;
};

/** Links to the places a sentence is based on. Places with the same label are shown once. */
export function EvidenceLinks({ places, kind, of, onGo }: Props) {
  const texts = useTexts();
  const said = new Map(places.toReversed().map((place) => [placeWords(place, kind, texts), place]));
  return (
    <span className="evidence-links">
      {[...said].toReversed().map(([words, place]) => (
        <button
          key={placeName(place)}
          type="button"
          aria-label={labelled(fillText(texts.summary.place.show, { place: words }), of)}
          onClick={() => onGo(place)}
        >
          {words}
        </button>
      ))}
    </span>
  );
}

const most = 200;

/** The text at the places of a summary; undefined while loading, without entries for text that no longer exists. */
export function useEvidence(resourceId: string, content: Pick<SummaryContent, 'short' | 'outline'> | undefined) {
  const places = [
    ...(content?.short.flatMap(({ passages }) => passages) ?? []),
    ...(content?.outline.flatMap(({ place }) => place ?? []) ?? []),
  ];
  const at = [...new Set(places.map(placeName))].slice(0, most).join(',');
  const { data } = useQuery({
    ...queryOf(listEvidence, { params: { id: resourceId }, query: { at } }, { quiet: true }),
    enabled: at !== '',
    staleTime: 60_000,
    retry: false,
  });
  const texts = new Map(data?.map((one) => [placeName(one), one.text]));
  return (place: SummaryPlace): string | undefined => texts.get(placeName(place));
}

/** Label of a place: “3:07”, “page 4”, “picture”. */
function placeWords({ startMs, page }: SummaryPlace, kind: ResourceKind, { summary }: Texts): string {
  if (startMs !== null) return clock(startMs / 1000);
  if (kind === 'image') return summary.place.picture;
  return page === null ? summary.place.text : fillText(summary.place.page, { number: page });
}

/** Viewer target of a place. `quote` is the text there, needed for files without pages or boxes. */
export function targetOf({ startMs, page, box }: SummaryPlace, quote?: string): Target {
  if (startMs !== null) return { second: startMs / 1000 };
  return {
    page: page ?? 1,
    ...(box && { box }),
    ...(quote && { words: { text: quote, after: '' } }),
  };
}

/** The sentence itself if it was quoted verbatim or the passage hasn't loaded yet, otherwise the whole passage. */
export function wordsAt(quote: string | undefined, sentence: string): string {
  return quote === undefined || quote.includes(sentence) ? sentence : quote;
}

function placeName({ source, position }: Pick<SummaryPlace, 'source' | 'position'>): string {
  return `${source}.${position}`;
}
