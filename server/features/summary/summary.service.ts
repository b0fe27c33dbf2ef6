import type { BodyOf } from '@lectern/contract/endpoint.ts';
import type { SummaryView } from '@lectern/contract/features/summary.ts';
import type { editSummary, rejectSummary } from '@lectern/contract/features/summary-change.ts';
import type { SummaryContent, SummaryDraft } from '@lectern/contract/features/summary-content.ts';
import type { SummaryOptions } from '@lectern/contract/features/summary-options.ts';
import type { SummaryEngine } from '../../engines/summary/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { TextDraftService } from '../text-draft/public.ts';
import { requireMove } from './summary.policy.ts';
import type { SummaryHead } from './summary.repository.ts';
import type { Acceptance, SummaryChangeService } from './summary-change.service.ts';
import { draftOf } from './summary-draft.service.ts';
import { blocksOf, findSourceText, placesOf, type SourceText } from './summary-text.repository.ts';
import { findVersion } from './summary-version.repository.ts';
import type { SummaryViewService } from './summary-view.service.ts';

/** Starts a new machine summary; the caller holds the lock on the resource. */
export type RunSummary = (
  transaction: Executor,
  context: SignedInContext,
  resourceId: string,
  wanted: { options: SummaryOptions; priority?: number },
) => Promise<'asWanted' | undefined>;

type Dependencies = {
  db: Db;
  engine: SummaryEngine;
  changes: SummaryChangeService;
  views: SummaryViewService;
  run: RunSummary;
  drafts: Pick<TextDraftService, 'takeToSave'>;
};
type Meant = { summaryId: string; version: number };
type Edit = BodyOf<typeof editSummary>;

/** How long people wait at most for evidence of their sentences. */
const supportMs = 20_000;

/** Single-summary actions of people. */
export class SummaryService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Looks up evidence for each sentence before taking any lock. */
  async edit(
    context: SignedInContext,
    id: string,
    { baseId, version, content, draftVersion }: Edit,
  ): Promise<SummaryView> {
    const { db, changes, views, drafts } = this.#dependencies;
    await views.get(context.principal, id);
    await views.requireUncovered(db, context.principal, id);
    const text = await findSourceText(db, id, 'original');
    if (!text) throw new AppError('notFound');
    const written = await this.#support(text, content);
    await db.transaction().execute(async (transaction) => {
      const head = await changes.take(transaction, context, { id, version, summaryId: baseId });
      requireMove(context.principal, head, 'edit');
      if (draftVersion !== undefined) {
        await drafts.takeToSave(transaction, context, draftOf(id), { baseId: baseId ?? id, version: draftVersion });
      }
      const base = baseId ? await findVersion(transaction, id, { id: baseId }) : undefined;
      await changes.add(transaction, context, head, {
        ...{ id: newId(), resourceId: id, versionId: text.versionId, current: true, origin: 'edited', state: 'draft' },
        ...{ language: base?.language ?? text.language, engine: null, model: null, fallback: null, options: {} },
        ...{ tokensIn: 0, tokensOut: 0, cost: null, content: written, hash: text.hash },
        createdBy: context.principal.userId,
      });
    });
    return views.get(context.principal, id);
  }

  approve(context: SignedInContext, id: string, body: Meant & Acceptance): Promise<SummaryView> {
    const { acceptOutOfDate, ...meant } = body;
    return this.#on(context, { id, ...meant }, (transaction, head) =>
      this.#dependencies.changes.approve(transaction, context, head, { acceptOutOfDate }),
    );
  }

  publish(context: SignedInContext, id: string, body: Meant & Acceptance): Promise<SummaryView> {
    const { acceptOutOfDate, ...meant } = body;
    return this.#on(context, { id, ...meant }, (transaction, head) =>
      this.#dependencies.changes.publish(transaction, context, head, { acceptOutOfDate }),
    );
  }

  unpublish(context: SignedInContext, id: string, { version }: { version: number }): Promise<SummaryView> {
    return this.#on(context, { id, version }, (transaction, head) =>
      this.#dependencies.changes.unpublish(transaction, context, head),
    );
  }

  reject(context: SignedInContext, id: string, body: BodyOf<typeof rejectSummary>): Promise<SummaryView> {
    const { summaryId, version, ...why } = body;
    return this.#on(context, { id, summaryId, version }, (transaction, head) =>
      this.#dependencies.changes.reject(transaction, context, head, why),
    );
  }

  reopen(context: SignedInContext, id: string, meant: Meant): Promise<SummaryView> {
    return this.#on(context, { id, ...meant }, (transaction, head) =>
      this.#dependencies.changes.reopen(transaction, context, head),
    );
  }

  regenerate(context: SignedInContext, id: string, options: SummaryOptions): Promise<SummaryView> {
    return this.#on(context, { id }, async (transaction, head) => {
      requireMove(context.principal, head, 'regenerate');
      await this.#dependencies.run(transaction, context, id, { options });
    });
  }

  adopt(context: SignedInContext, id: string, { summaryId, version }: Meant): Promise<SummaryView> {
    return this.#on(context, { id, version }, async (transaction, head) => {
      const other = await findVersion(transaction, id, { id: summaryId });
      if (!other) throw new AppError('notFound');
      await this.#dependencies.changes.adopt(transaction, context, head, other);
    });
  }

  /** Keeps the current version and no longer offers this one. */
  decline(context: SignedInContext, id: string, { summaryId, version }: Meant): Promise<SummaryView> {
    return this.#on(context, { id, version }, async (transaction, head) => {
      const other = await findVersion(transaction, id, { id: summaryId });
      if (!other) throw new AppError('notFound');
      await this.#dependencies.changes.decline(transaction, context, head, other);
    });
  }

  async #on(
    context: SignedInContext,
    wanted: { id: string; version?: number; summaryId?: string },
    act: (transaction: Executor, head: SummaryHead) => Promise<unknown>,
  ): Promise<SummaryView> {
    const { db, changes, views } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      await act(transaction, await changes.take(transaction, context, wanted));
    });
    return views.get(context.principal, wanted.id);
  }

  async #support(text: SourceText, draft: SummaryDraft): Promise<SummaryContent> {
    const claims = draft.short.map((sentence) => ({ text: sentence }));
    const found = await this.#dependencies.engine.support(blocksOf(text), claims, AbortSignal.timeout(supportMs));
    return {
      ...draft,
      short: draft.short.map((sentence, index) => ({
        text: sentence,
        passages: placesOf(text, found[index]?.blocks ?? []),
        supported: found[index]?.supported ?? false,
      })),
    };
  }
}
