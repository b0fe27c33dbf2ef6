import { getReview, type Hit, listHits, listReviews, type ReviewView } from '@lectern/contract/features/review.ts';
import { ignoreLikelyFalse } from '@lectern/contract/features/review-decision.ts';
import { getSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { Button } from '../../../../components/button.tsx';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { notify } from '../../../../lib/notifications.ts';
import { useMutationOf } from '../../../../lib/queries.ts';

/** Dismisses all likely false matches of a word at once, with Undo. */
export function LikelyFalseButton({ review, hit }: { review: ReviewView; hit: Hit }) {
  const { review: says } = useTexts();
  const { likelyFalse } = says;
  const change = useMutationOf(ignoreLikelyFalse, {
    invalidates: [getReview, listHits, listReviews, getSensitiveWord],
  });
  const named = { word: hit.word.text };
  const isIgnored = review.words.find(({ id }) => id === hit.word.id)?.ignoreLikelyFalse ?? false;
  const ignore = (ignored: boolean) => {
    change.mutate(
      { params: { id: review.id, wordId: hit.word.id }, body: { ignored } },
      {
        onSuccess: () =>
          notify({
            level: 'success',
            title: fillText(ignored ? likelyFalse.dismissed : likelyFalse.restored, named),
            about: `likely false ${hit.word.id}`,
            ...(ignored && { deed: { label: says.earlier.undo, run: () => ignore(false) } }),
          }),
      },
    );
  };
  return (
    <div className="review-card-actions">
      <p>{isIgnored ? likelyFalse.leaving : likelyFalse.text}</p>
      <Button size="small" busy={change.isPending} onClick={() => ignore(!isIgnored)}>
        {fillText(isIgnored ? likelyFalse.restore : likelyFalse.dismiss, named)}
      </Button>
    </div>
  );
}
