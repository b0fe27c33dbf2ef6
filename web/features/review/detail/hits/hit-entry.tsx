import type { Hit, ReviewView } from '@lectern/contract/features/review.ts';
import { hitStateWords } from '@lectern/contract/features/review-words.ts';
import { markedText } from '../../../../components/sensitive/marked-text.tsx';
import { placeIn } from '../../../../components/sensitive/place-words.ts';
import { inLanguage } from '../../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';

const charactersBefore = 28;

type Props = { resource: ReviewView['resource']; hit: Hit; chosen: boolean; onChoose: (id: string) => void };

/** One place: page or second, what stands there, and what became of it. */
export function HitEntry({ resource, hit, chosen, onChoose }: Props) {
  const texts = useTexts();
  const { hits: says } = texts.review;
  const { state, decision } = hit;
  const place = placeIn(hit.place, texts, resource);
  const words = { state: inLanguage(hitStateWords)[state], name: decision?.by?.name ?? '' };
  return (
    <li>
      <button
        type="button"
        className="review-hit"
        data-hit={hit.id}
        data-state={state}
        aria-current={chosen || undefined}
        onClick={() => onChoose(hit.id)}
      >
        {place && <span className="review-hit-place">{place}</span>}
        <span className="review-hit-text">{markedText(hit.excerpt, charactersBefore)}</span>
        {state !== 'open' && (
          <span className="review-hit-state" title={decision?.note}>
            {decision?.by ? fillText(says.decidedBy, words) : words.state}
          </span>
        )}
      </button>
    </li>
  );
}
