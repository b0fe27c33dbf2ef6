import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import type { getSubtitleDraft, putSubtitleDraft } from '@lectern/contract/features/subtitle.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { TextDraftService } from '../text-draft/public.ts';
import { findText } from './subtitle.repository.ts';
import type { CommandDependencies, SubtitleCommandService, Taken } from './subtitle-command.service.ts';
import type { SubtitleViewService } from './subtitle-view.service.ts';

type Dependencies = Pick<CommandDependencies, 'requireUncovered'> & {
  db: Db;
  drafts: TextDraftService;
  commands: Pick<SubtitleCommandService, 'take'>;
  views: Pick<SubtitleViewService, 'get'>;
};
type Draft = NonNullable<OutputOf<typeof getSubtitleDraft>>;
type Known = { window: string; version: number };

/** Unsaved subtitle edits. */
export class SubtitleDraftService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returned only to people who may change the track and see all of it; null for others. */
  async get(context: SignedInContext, id: string): Promise<Draft | null> {
    const { db, drafts, views } = this.#dependencies;
    const { track, mayEdit } = await views.get(context, id);
    if (!mayEdit) return null;
    return drafts.find<Draft['parts'][number]>(db, context.principal, draftOf(id, track.resourceId));
  }

  put(context: SignedInContext, id: string, body: BodyOf<typeof putSubtitleDraft>): Promise<TextDraftInfo> {
    return this.#on(context, id, async (transaction, { resource }) => {
      if (!(await findText(transaction, id, body.baseId))) throw new AppError('notFound');
      return this.#dependencies.drafts.put(transaction, context, draftOf(id, resource.id), body);
    });
  }

  takeOver(context: SignedInContext, id: string, known: Known): Promise<TextDraftInfo> {
    return this.#on(context, id, (transaction, { resource }) =>
      this.#dependencies.drafts.takeOver(transaction, context, draftOf(id, resource.id), known),
    );
  }

  discard(context: SignedInContext, id: string, known: Known): Promise<void> {
    return this.#on(context, id, (transaction, { resource }) =>
      this.#dependencies.drafts.discard(transaction, context, draftOf(id, resource.id), known),
    );
  }

  #on<T>(context: SignedInContext, id: string, act: (transaction: Executor, taken: Taken) => Promise<T>): Promise<T> {
    const { db, commands, requireUncovered } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const taken = await commands.take(transaction, context, id);
      await requireUncovered(transaction, context, taken.resource.id);
      return act(transaction, taken);
    });
  }
}

function draftOf(id: string, resourceId: string) {
  return { type: 'subtitle', id, resourceId } as const;
}
