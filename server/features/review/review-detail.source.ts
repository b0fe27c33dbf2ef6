import { reviewDetail } from '@lectern/contract/features/review.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { findReviewView } from './view/review-view.repository.ts';

/** A review as the lock and the activity see it. It is decided, never edited: there is nothing to revert. */
export const reviewDetailSource: DetailSource = {
  detail: reviewDetail,
  async find(db, principal, id) {
    const review = await findReviewView(db, principal, id);
    return review && { version: review.version, mayEdit: true, values: {} };
  },
  change: () => Promise.reject(new AppError('nothingToRevert')),
};
