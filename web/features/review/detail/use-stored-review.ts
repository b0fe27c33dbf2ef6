import { getResource } from '@lectern/contract/features/resource.ts';
import { getHitText, getReview, listHits, listReviewActivity } from '@lectern/contract/features/review.ts';
import { countSameHits, listDecisions, listWordDecisions } from '@lectern/contract/features/review-decision.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { useReviewRefresh } from '../use-review-refresh.ts';

const shown = [
  getReview,
  listHits,
  getHitText,
  countSameHits,
  listDecisions,
  listWordDecisions,
  listReviewActivity,
  getResource,
];

/** One review as stored, fresh whenever somebody decides or the machine finds something else. */
export function useStoredReview(id: string) {
  const client = useQueryClient();
  const review = useQuery({ ...queryOf(getReview, { params: { id } }, { quiet: true }), retry: false });
  useReviewRefresh(shown, id);
  const refresh = useCallback(() => client.invalidateQueries({ predicate: isAnswerOf(shown) }), [client]);
  return { review, refresh };
}
