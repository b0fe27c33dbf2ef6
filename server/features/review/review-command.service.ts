import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import type { ReviewView } from '@lectern/contract/features/review.ts';
import { reviewList } from '@lectern/contract/features/review.ts';
import type {
  addExceptionFromHit,
  answerUnblock,
  countSameHits,
  decideHits,
  decideReview,
  decideSameHits,
  ignoreLikelyFalse,
} from '@lectern/contract/features/review-decision.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { OperationService } from '../operation/public.ts';
import type { SensitiveWordService } from '../sensitive-word/public.ts';
import type { DecisionService, UndoService } from './decision/decision.service.ts';
import type { UnblockService } from './decision/unblock.service.ts';
import type { MaskService } from './mask/mask.service.ts';
import type { LockedReview } from './review.repository.ts';
import type { ReviewService } from './review.service.ts';
import type { ReviewChangeService } from './review-change.service.ts';
import { listSameResources } from './review-view.repository.ts';
import type { ReviewViewService } from './review-view.service.ts';

type Dependencies = {
  db: Db;
  changes: ReviewChangeService;
  reviews: ReviewService;
  decisions: DecisionService;
  undos: UndoService;
  unblocks: UnblockService;
  views: ReviewViewService;
  masks: Pick<MaskService, 'make'>;
  operations: Pick<OperationService, 'startWithItems'>;
  words: Pick<SensitiveWordService, 'get' | 'update'>;
};
type Seen = { id: string; version: number };
type Taken = { id: string; version?: number };
type Named = { id: string; hitId: string };

/** Reviewer commands, each in one transaction. Return the updated review. */
export class ReviewCommandService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  claim(context: SignedInContext, seen: Seen): Promise<ReviewView> {
    return this.#on(context, seen, (transaction, review) =>
      this.#dependencies.reviews.claim(transaction, context, review),
    );
  }

  release(context: SignedInContext, seen: Seen): Promise<ReviewView> {
    return this.#on(context, seen, (transaction, review) =>
      this.#dependencies.reviews.release(transaction, context, review),
    );
  }

  decideHits(
    context: SignedInContext,
    id: string,
    { hitIds, version, ...wanted }: BodyOf<typeof decideHits>,
  ): Promise<OutputOf<typeof decideHits>> {
    const { db, changes, decisions, views } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const review = await changes.take(transaction, context, { id, version });
      const which = { ids: hitIds };
      const { batchId } = await decisions.decideHits(transaction, context, review, { ...wanted, which });
      return {
        review: await views.get(context.principal, id, transaction),
        decisionId: batchId,
        hits: await views.matchesOf(transaction, id, hitIds),
      };
    });
  }

  decide(
    context: SignedInContext,
    id: string,
    { version, ...wanted }: BodyOf<typeof decideReview>,
  ): Promise<OutputOf<typeof decideReview>> {
    const { db, changes, decisions, views } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const review = await changes.take(transaction, context, { id, version });
      const { batchId } = await decisions.decide(transaction, context, review, wanted);
      return { review: await views.get(context.principal, id, transaction), decisionId: batchId };
    });
  }

  undo(context: SignedInContext, seen: Seen & { decisionId: string }): Promise<ReviewView> {
    const undone = { batchId: seen.decisionId, inOperation: false };
    return this.#on(context, seen, (transaction, review) =>
      this.#dependencies.undos.undo(transaction, context, review, undone),
    );
  }

  askUnblock(context: SignedInContext, { note, ...seen }: Seen & { note: string }): Promise<ReviewView> {
    return this.#on(context, seen, (transaction, review) =>
      this.#dependencies.unblocks.ask(transaction, context, review, note),
    );
  }

  answerUnblock(context: SignedInContext, id: string, body: BodyOf<typeof answerUnblock>): Promise<ReviewView> {
    const { unblocks } = this.#dependencies;
    return this.#on(context, { id, version: body.version }, (transaction, review) =>
      body.agree
        ? unblocks.confirm(transaction, context, review, body.note)
        : unblocks.refuse(transaction, context, review, body.note),
    );
  }

  withdrawUnblock(context: SignedInContext, seen: Seen): Promise<ReviewView> {
    return this.#on(context, seen, (transaction, review) =>
      this.#dependencies.unblocks.withdraw(transaction, context, review),
    );
  }

  async addException(
    context: SignedInContext,
    named: Named,
    { phrase, wordVersion }: BodyOf<typeof addExceptionFromHit>,
  ): Promise<OutputOf<typeof addExceptionFromHit>> {
    const { views, words } = this.#dependencies;
    const { word_id: wordId } = await views.requireMatch(context.principal, named);
    const { exceptions } = await words.get(wordId);
    return words.update(context, wordId, { exceptions: [...exceptions, phrase], version: wordVersion });
  }

  /**
   * Ignoring requires an open likely-false match of the word in this review; reverting doesn't, because the match is
   * gone by then.
   */
  async ignoreLikelyFalse(
    context: SignedInContext,
    { id, wordId }: { id: string; wordId: string },
    { ignored }: BodyOf<typeof ignoreLikelyFalse>,
  ): Promise<OutputOf<typeof ignoreLikelyFalse>> {
    const { views, words } = this.#dependencies;
    await views.requireLikelyFalse(context.principal, { id, wordId }, ignored);
    const { version } = await words.get(wordId);
    return words.update(context, wordId, { ignoreLikelyFalse: ignored, version });
  }

  async countSame({ principal }: SignedInContext, named: Named): Promise<OutputOf<typeof countSameHits>> {
    const { db, views } = this.#dependencies;
    const { word_id: wordId, fingerprint } = await views.requireMatch(principal, named);
    const found = await listSameResources(db, principal, { wordId, fingerprint });
    const hits = found.reduce((sum, resource) => sum + resource.hits, 0);
    return { hits, resources: found.length, samples: found.slice(0, 5).map(({ id, title }) => ({ id, title })) };
  }

  async decideSame(
    context: SignedInContext,
    named: Named,
    wanted: BodyOf<typeof decideSameHits>,
  ): Promise<OutputOf<typeof decideSameHits>> {
    const { db, views, operations } = this.#dependencies;
    const { word_id: wordId, fingerprint } = await views.requireMatch(context.principal, named);
    return db.transaction().execute(async (transaction) => {
      const found = await listSameResources(transaction, context.principal, { wordId, fingerprint });
      if (found.length === 0) throw new AppError('illegalMove');
      const items = found.map(({ id: objectId }) => ({ objectId }));
      const input = { ...wanted, wordId, fingerprint };
      return operations.startWithItems(transaction, context, {
        list: reviewList.id,
        action: 'decideSame',
        input,
        items,
      });
    });
  }

  maskAgain(context: SignedInContext, id: string): Promise<ReviewView> {
    return this.#on(context, { id }, async (transaction, review) => {
      if (!review.mask_failed_at) throw new AppError('illegalMove');
      await recordActivity(transaction, context, { action: 'review.maskedAgain', objectType: 'review', objectId: id });
      await this.#dependencies.masks.make(transaction, id);
      return review;
    });
  }

  /** Records who revealed blurred pictures. */
  async reveal(context: SignedInContext, id: string): Promise<null> {
    const { db, changes } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      await changes.take(transaction, context, { id });
      await recordActivity(transaction, context, { action: 'review.revealed', objectType: 'review', objectId: id });
    });
    return null;
  }

  #on(
    context: SignedInContext,
    seen: Taken,
    act: (transaction: Executor, review: LockedReview) => Promise<LockedReview>,
  ): Promise<ReviewView> {
    const { db, changes, views } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      await act(transaction, await changes.take(transaction, context, seen));
      return views.get(context.principal, seen.id, transaction);
    });
  }
}
