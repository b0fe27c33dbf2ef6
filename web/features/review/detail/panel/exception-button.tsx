import type { Hit, ReviewView } from '@lectern/contract/features/review.ts';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../../lib/lazy-part.tsx';

const ExceptionDialog = lazyPart(async () => (await import('./exception-dialog.tsx')).ExceptionDialog);

/** The word is meant otherwise in this phrase, here and wherever it stands. */
export function ExceptionButton({ review, hit }: { review: ReviewView; hit: Hit }) {
  const { panel } = useTexts().review;
  const [asking, setAsking] = useState(false);
  return (
    <div className="review-card-actions">
      <Button size="small" icon="plus" onClick={() => setAsking(true)}>
        {panel.exception}
      </Button>
      {asking && <ExceptionDialog review={review} hit={hit} onClose={() => setAsking(false)} />}
    </div>
  );
}
