import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { EditLockService } from '../edit-lock/public.ts';
import {
  type Drafted,
  type DraftRecord,
  deleteDraft,
  findDraft,
  insertDraft,
  lockDraft,
  updateDraft,
  updateDraftOwner,
} from './text-draft.repository.ts';

export type { Drafted } from './text-draft.repository.ts';

type Part = { number: number };
export type KeptDraft<P> = { draft: TextDraftInfo; parts: P[] };
type Change<P> = { baseId: string; window: string; version: number; parts: readonly P[] };

/**
 * Drafts of texts. The caller has checked that this person may change the text. Each change names the version it
 * builds on, so newer text is never overwritten; the edit lock is only a courtesy.
 */
export class TextDraftService {
  readonly #locks: Pick<EditLockService, 'holderOf'>;

  constructor(locks: Pick<EditLockService, 'holderOf'>) {
    this.#locks = locks;
  }

  async find<P>(db: Executor, principal: Principal, of: Drafted): Promise<KeptDraft<P> | null> {
    const record = await findDraft(db, of);
    return record ? { draft: present(record, principal), parts: partsOf<P>(record) } : null;
  }

  async put<P extends Part>(
    transaction: Executor,
    { principal }: SignedInContext,
    of: Drafted,
    { baseId, window, version, parts }: Change<P>,
  ): Promise<TextDraftInfo> {
    const content = Object.fromEntries(parts.map((part) => [String(part.number), part]));
    const before = await lockDraft(transaction, of);
    if (before && before.user_id !== principal.userId) throw ofOther(before);
    if ((before?.version ?? 0) !== version) throw new AppError('changedMeanwhile');
    if (before) await updateDraft(transaction, of, { baseId, content });
    else {
      await this.#requireTurn(transaction, principal, of, window);
      const isFirst = await insertDraft(transaction, of, { baseId, userId: principal.userId, content });
      if (!isFirst) throw new AppError('changedMeanwhile');
    }
    return this.#present(transaction, principal, of);
  }

  async takeOver(
    transaction: Executor,
    context: SignedInContext,
    of: Drafted,
    { window, version }: { window: string; version: number },
  ): Promise<TextDraftInfo> {
    const { principal } = context;
    const before = await this.#require(transaction, of, version);
    if (before.user_id !== principal.userId) {
      await this.#requireTurn(transaction, principal, of, window);
      await updateDraftOwner(transaction, of, principal.userId);
      await record(transaction, context, of, 'draft.takenOver', before);
    }
    return this.#present(transaction, principal, of);
  }

  async discard(
    transaction: Executor,
    context: SignedInContext,
    of: Drafted,
    { window, version }: { window: string; version: number },
  ): Promise<void> {
    const before = await this.#require(transaction, of, version);
    if (before.user_id !== context.principal.userId) {
      await this.#requireTurn(transaction, context.principal, of, window);
    }
    await deleteDraft(transaction, of);
    await record(transaction, context, of, 'draft.discarded', before);
  }

  /**
   * Deletes one's own draft and returns its parts for saving. Throws if the draft is not the given version; someone
   * else's draft is left alone.
   */
  async takeToSave<P>(
    transaction: Executor,
    { principal }: SignedInContext,
    of: Drafted,
    { baseId, version }: { baseId: string; version: number | null },
  ): Promise<P[]> {
    const draft = await lockDraft(transaction, of);
    const own = draft?.user_id === principal.userId ? draft : undefined;
    if ((own?.version ?? null) !== version) throw new AppError('changedMeanwhile');
    if (!own) return [];
    if (own.base_id !== baseId) throw new AppError('changedMeanwhile');
    await deleteDraft(transaction, of);
    return partsOf<P>(own);
  }

  async #require(transaction: Executor, of: Drafted, version: number): Promise<DraftRecord> {
    const before = await lockDraft(transaction, of);
    if (!before) throw new AppError('notFound');
    if (before.version !== version) throw new AppError('changedMeanwhile');
    return before;
  }

  /** Throws if someone else edits it, or this person does in another window. */
  async #requireTurn(transaction: Executor, { userId }: Principal, of: Drafted, window: string): Promise<void> {
    const holder = await this.#locks.holderOf(transaction, of);
    if (!holder || (holder.userId === userId && holder.windowId === window)) return;
    throw new AppError('editedByOther', { params: { person: holder.name } });
  }

  async #present(transaction: Executor, principal: Principal, of: Drafted): Promise<TextDraftInfo> {
    const after = await findDraft(transaction, of);
    if (!after) throw new AppError('notFound');
    return present(after, principal);
  }
}

function ofOther({ user_name: person }: DraftRecord): AppError {
  return new AppError('draftOfOther', { params: { person } });
}

function partsOf<P>({ content }: DraftRecord): P[] {
  const numbers = Object.keys(content).toSorted((a, b) => Number(a) - Number(b));
  return numbers.map((number) => content[number] as P);
}

function present(record: DraftRecord, { userId }: Principal): TextDraftInfo {
  return {
    version: record.version,
    baseId: record.base_id,
    by: { id: record.user_id, name: record.user_name },
    own: record.user_id === userId,
    updatedAt: record.updated_at.toISOString(),
  };
}

async function record(
  transaction: Executor,
  context: SignedInContext,
  { type, resourceId }: Drafted,
  action: string,
  { user_id, user_name, version }: DraftRecord,
): Promise<void> {
  await recordActivity(transaction, context, {
    action,
    objectType: 'resource',
    objectId: resourceId,
    before: { text: type, by: user_name, userId: user_id, version },
  });
}

export type RequireFree = (db: Executor, context: SignedInContext, text: Drafted) => Promise<void>;

/**
 * Refuses a bulk change while someone edits this text or has a draft of it, because the text would change underneath
 * them.
 */
export function requireFreeWith(locks: Pick<EditLockService, 'holderOf'>): RequireFree {
  return async (db, { principal }, text) => {
    const holder = await locks.holderOf(db, text);
    if (holder) throw new AppError('editedByOther', { params: { person: holder.name } });
    const draft = await findDraft(db, text);
    if (!draft) return;
    if (draft.user_id === principal.userId) throw new AppError('ownDraft');
    throw new AppError('draftOfOther', { params: { person: draft.user_name } });
  };
}
