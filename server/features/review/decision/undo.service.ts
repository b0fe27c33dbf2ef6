import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { reopenReports } from '../report/report.repository.ts';
import type { LockedReview } from '../review.repository.ts';
import { findHead, renewLast, undoBatch } from './decision.repository.ts';
import type { DecisionDependencies, UndoBefore } from './decision.service.ts';

type Dependencies = Pick<DecisionDependencies, 'changes' | 'gate' | 'masks'>;

/** Takes back what one decided last, as if it had never been; that it was stays in the history. */
export class UndoService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async undo(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    { batchId, inOperation }: { batchId: string; inOperation: boolean },
  ): Promise<LockedReview> {
    const { changes, gate, masks } = this.#dependencies;
    const { resource_id: resourceId } = review;
    const head = await findHead(transaction, { batchId, resourceId });
    if (!head) throw new AppError('notFound');
    const { userId } = context.principal;
    const isTheirs = head.by === userId && (head.operation_id !== null) === inOperation;
    if (!isTheirs || head.undone_at || head.before === null) throw new AppError('undoNotPossible');
    const before = head.before as UndoBefore;
    if (before.version !== review.version) {
      throw new AppError(review.scan_version > before.version ? 'textChanged' : 'decidedMeanwhile');
    }
    await undoBatch(transaction, batchId, userId);
    await reopenReports(transaction, batchId);
    await masks.sync(transaction, resourceId);
    if (before.gate && !(await gate.putBack(transaction, context, resourceId, before.gate))) {
      throw new AppError('decidedMeanwhile');
    }
    const step = { action: 'review.decisionUndone', after: { decision: head.decision } };
    const written = await changes.write(transaction, context, review, before.review, step);
    await renewLast(transaction, resourceId, { from: before.version - 1, to: written.version });
    return written;
  }
}
