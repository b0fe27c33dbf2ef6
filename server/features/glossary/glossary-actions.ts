import { type GlossaryAction, glossaryActionInputs, glossaryList } from '@lectern/contract/features/glossary.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import { lockTerm, type TermEdit, type TermRow } from './glossary.repository.ts';
import type { GlossaryService } from './glossary.service.ts';

type Changes = Pick<GlossaryService, 'change'>;

export function glossaryActions(changes: Changes): OperationAction[] {
  return [
    termAction(changes, 'enable', { enabled: true }, 'glossary.enabled'),
    termAction(changes, 'disable', { enabled: false }, 'glossary.disabled'),
    termAction(changes, 'delete', { deleted: true }, 'glossary.deleted'),
  ];
}

function termAction(changes: Changes, id: GlossaryAction, edit: TermEdit, activity: string): OperationAction {
  const skip = (row: TermRow, reason: 'asWanted' | 'changedSince', { language }: SignedInContext): ItemOutcome => ({
    ...{ label: row.wrong, state: 'skipped', reason: messagesIn(language).textWork.glossary.skipped[reason] },
  });
  const act = async (
    transaction: Executor,
    row: TermRow,
    wanted: { edit: TermEdit; activity: string },
    actor: SignedInContext,
  ): Promise<ItemOutcome> => {
    const before = await changes.change(transaction, actor, row, wanted.edit, wanted.activity);
    if (!before) return skip(row, 'asWanted', actor);
    return { label: row.wrong, state: 'done', before, version: row.version + 1 };
  };
  return defineAction({
    id,
    list: glossaryList.id,
    page: glossaryList.page,
    ability: 'editor',
    input: glossaryActionInputs[id],
    undoable: true,
    async apply(transaction, objectId, _input, actor) {
      const row = await lockTerm(transaction, objectId);
      if (!row || row.deleted_at) throw new AppError('notFound');
      return act(transaction, row, { edit, activity }, actor);
    },
    async undo(transaction, { objectId, before, version }, actor) {
      const row = await lockTerm(transaction, objectId);
      if (!row) throw new AppError('notFound');
      if (row.version !== version) return skip(row, 'changedSince', actor);
      return act(transaction, row, { edit: before as TermEdit, activity: 'glossary.changeUndone' }, actor);
    },
  });
}
