import type { Hit, ReviewView } from '@lectern/contract/features/review.ts';
import { countSameHits } from '@lectern/contract/features/review-decision.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../../lib/lazy-part.tsx';
import { queryOf } from '../../../../lib/queries.ts';

const SameDialog = lazyPart(async () => (await import('./same-dialog.tsx')).SameDialog);

/** The same word in the very same text elsewhere, to be decided alike. */
export function SameHits({ review, hit }: { review: ReviewView; hit: Hit }) {
  const { panel } = useTexts().review;
  const { number } = useFormat();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(queryOf(countSameHits, { params: { id: review.id, hitId: hit.id } }, { quiet: true }));
  const elsewhere = data && data.resources > 1;
  return (
    <section className="review-card">
      <h2>{panel.same}</h2>
      {data && (
        <p>
          {elsewhere
            ? fillText(panel.sameCount, { hits: number(data.hits), resources: number(data.resources) })
            : panel.sameNone}
        </p>
      )}
      {elsewhere && (
        <div className="review-card-actions">
          <Button size="small" onClick={() => setAsking(true)}>
            {panel.sameOpen}
          </Button>
        </div>
      )}
      {asking && data && <SameDialog review={review} hit={hit} same={data} onClose={() => setAsking(false)} />}
    </section>
  );
}
