import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { placeName, placeWords } from './place-words.ts';
import './summary-text.css';

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
          aria-label={`${fillText(texts.summary.place.show, { place: words })}: ${of}`}
          onClick={() => onGo(place)}
        >
          {words}
        </button>
      ))}
    </span>
  );
}
