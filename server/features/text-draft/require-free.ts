import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { EditLockService } from '../edit-lock/public.ts';
import { type Drafted, findDraft } from './text-draft.repository.ts';

export type RequireFree = (db: Executor, context: SignedInContext, text: Drafted) => Promise<void>;

/**
 * Refuses a change that is made for many texts at once while someone edits this one, or has left a draft of it: they
 * would find another text than the one they began with.
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
