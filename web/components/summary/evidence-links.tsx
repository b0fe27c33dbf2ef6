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
  /** Names the sentence, for those who hear the links one by one. */
  of: string;
  onGo: (place: SummaryPlace) => void;
};

/** The places that a sentence rests on; each leads the viewer there. Those that look alike are told once. */
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

/** What stands at the places of a summary; nothing until it is known, and where it is gone. */
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

/** A place as people say it: “3:07”, “page 4”, “picture”. */
function placeWords({ startMs, page }: SummaryPlace, kind: ResourceKind, { summary }: Texts): string {
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

function placeName({ source, position }: Pick<SummaryPlace, 'source' | 'position'>): string {
  return `${source}.${position}`;
}
