import { getResource } from '@lectern/contract/features/resource.ts';
import {
  getReview,
  type Hit,
  listHits,
  listReviewActivity,
  listReviews,
  type ReviewView,
} from '@lectern/contract/features/review.ts';
import {
  answerUnblock,
  askUnblock,
  claimReview,
  countSameHits,
  decideHits,
  decideReview,
  type HitDecision,
  listDecisions,
  listWordDecisions,
  maskAgain,
  type ReviewDecision,
  releaseReview,
  revealReview,
  withdrawUnblock,
} from '@lectern/contract/features/review-decision.ts';
import { getSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../../lib/api-error.ts';
import { isAnswerOf, queryKeyOf } from '../../../lib/queries.ts';
import type { Why } from '../decide/decision-dialog.tsx';

/** Read calls to invalidate after a decision, besides the review and its matches. */
const touched = [
  listReviews,
  listDecisions,
  listWordDecisions,
  listReviewActivity,
  countSameHits,
  getSensitiveWord,
  getResource,
];
const quiet = { quiet: true };

/** All actions on a review. Errors are kept for the page to show in place. */
export function useDecide(review: ReviewView) {
  const client = useQueryClient();
  const { id, version } = review;
  const params = { id };
  const working = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);

  const keep = (view: ReviewView) => client.setQueryData(queryKeyOf(getReview, { params }), view);
  const renew = (hits: 'hits' | 'noHits') =>
    void client.invalidateQueries({ predicate: isAnswerOf(hits === 'hits' ? [...touched, listHits] : touched) });

  /** Runs one action at a time, so that holding down a key decides only once. */
  const carryOut = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (working.current) return null;
    working.current = true;
    setBusy(true);
    try {
      const result = await work();
      setProblem(null);
      return result;
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error);
      return null;
    } finally {
      working.current = false;
      setBusy(false);
    }
  };
  const step = async (work: () => Promise<ReviewView>): Promise<boolean> => {
    const view = await carryOut(work);
    if (!view) return false;
    keep(view);
    renew('hits');
    return true;
  };

  return {
    busy,
    problem,
    forget: () => setProblem(null),
    /** Returns the decision and all matches it affected; null when it was refused. */
    decideHit: async (hitId: string, decision: HitDecision, why: Why) => {
      const done = await carryOut(() =>
        call(decideHits, { params, body: { hitIds: [hitId], decision, ...why, version } }, quiet),
      );
      if (!done) return null;
      keep(done.review);
      putHits(done.hits);
      renew('noHits');
      return done;
    },
    decideAll: async (decision: ReviewDecision, why: Why): Promise<string | null> => {
      const done = await carryOut(() => call(decideReview, { params, body: { decision, ...why, version } }, quiet));
      if (!done) return null;
      keep(done.review);
      renew('hits');
      return done.decisionId;
    },
    claim: () => step(() => call(claimReview, { params, body: { version } }, quiet)),
    release: () => step(() => call(releaseReview, { params, body: { version } }, quiet)),
    ask: (note: string) => step(() => call(askUnblock, { params, body: { note, version } }, quiet)),
    answer: (agree: boolean, note: string) =>
      step(() => call(answerUnblock, { params, body: { agree, note, version } }, quiet)),
    withdraw: () => step(() => call(withdrawUnblock, { params, body: { version } }, quiet)),
    maskAgain: () => step(() => call(maskAgain, { params }, quiet)),
    reveal: async () => {
      const done = await carryOut(async () => {
        await call(revealReview, { params }, quiet);
        return true;
      });
      if (done) keep({ ...review, revealed: true });
    },
  };

  function putHits(hits: readonly Hit[]): void {
    const byId = new Map(hits.map((hit) => [hit.id, hit]));
    client.setQueriesData<{ rows: Hit[]; more: boolean }>(
      { predicate: isAnswerOf([listHits]) },
      (page) => page && { ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) },
    );
  }
}
export type Decide = ReturnType<typeof useDecide>;
