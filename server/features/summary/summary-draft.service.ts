import type { BodyOf } from '@lectern/contract/endpoint.ts';
import type { putSummaryDraft, SummaryDraftPart } from '@lectern/contract/features/summary-draft.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Drafted, KeptDraft, TextDraftService } from '../text-draft/public.ts';
import { requireMove } from './summary.policy.ts';
import type { SummaryChangeService } from './summary-change.service.ts';
import { findVersion } from './summary-version.repository.ts';
import type { SummaryViewService } from './summary-view.service.ts';

type Dependencies = {
  db: Db;
  drafts: TextDraftService;
  changes: Pick<SummaryChangeService, 'take'>;
  views: Pick<SummaryViewService, 'get' | 'requireUncovered'>;
};
type Known = { window: string; version: number };

/** Unsaved summary edits. */
export class SummaryDraftService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** null for people who may not edit the summary. */
  async get({ principal }: SignedInContext, id: string): Promise<KeptDraft<SummaryDraftPart> | null> {
    const { db, drafts, views } = this.#dependencies;
    const { moves } = await views.get(principal, id);
    return moves.includes('edit') ? drafts.find<SummaryDraftPart>(db, principal, draftOf(id)) : null;
  }

  put(context: SignedInContext, id: string, body: BodyOf<typeof putSummaryDraft>): Promise<TextDraftInfo> {
    return this.#on(context, id, async (transaction) => {
      const begunWithNothing = body.baseId === id;
      if (!begunWithNothing && !(await findVersion(transaction, id, { id: body.baseId }))) {
        throw new AppError('notFound');
      }
      return this.#dependencies.drafts.put(transaction, context, draftOf(id), body);
    });
  }

  takeOver(context: SignedInContext, id: string, known: Known): Promise<TextDraftInfo> {
    return this.#on(context, id, (transaction) =>
      this.#dependencies.drafts.takeOver(transaction, context, draftOf(id), known),
    );
  }

  discard(context: SignedInContext, id: string, known: Known): Promise<void> {
    return this.#on(context, id, (transaction) =>
      this.#dependencies.drafts.discard(transaction, context, draftOf(id), known),
    );
  }

  #on<T>(context: SignedInContext, id: string, act: (transaction: Executor) => Promise<T>): Promise<T> {
    const { db, changes, views } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      requireMove(context.principal, await changes.take(transaction, context, { id }), 'edit');
      await views.requireUncovered(transaction, context.principal, id);
      return act(transaction);
    });
  }
}

/** Drafts belong to the resource, whichever version is current. */
export function draftOf(resourceId: string): Drafted {
  return { type: 'summary', id: resourceId, resourceId };
}
