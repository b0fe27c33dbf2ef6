import { listReviews } from '@lectern/contract/features/review.ts';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { closeReviewDialog, reviewDialog } from './list/review-dialog.ts';
import { reviewListView } from './list/review-list.ts';
import { useReviewRefresh } from './use-review-refresh.ts';

/** Their code comes when the first is opened. */
const ReviewDialogs = lazyPage(async () => (await import('./list/review-dialogs.tsx')).ReviewDialogs);
const shown = [listReviews];

/** Resources with sensitive words in them, until somebody has decided. */
export function ReviewPage() {
  useReviewRefresh(shown);
  const asking = useStore(reviewDialog) !== null;
  useEffect(() => closeReviewDialog, []);
  return (
    <>
      <ListPage definition={reviewListView} />
      {asking && <ReviewDialogs />}
    </>
  );
}
