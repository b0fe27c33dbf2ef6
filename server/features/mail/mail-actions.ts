import { type MailAction, mailActionInputs, mailList } from '@lectern/contract/features/mail.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import { lockMails, type StoredMail } from './mail.repository.ts';
import type { MailSendingService } from './mail-sending.service.ts';

type Change = (transaction: Executor, actor: SignedInContext, mail: StoredMail) => Promise<void>;

async function change(
  transaction: Executor,
  actor: SignedInContext,
  id: string,
  isWanted: (mail: StoredMail) => boolean,
  carryOut: Change,
): Promise<ItemOutcome> {
  const mail = (await lockMails(transaction, actor.principal, [id])).get(id);
  if (!mail || !isWanted(mail)) throw new AppError('notFound');
  await carryOut(transaction, actor, mail);
  return { label: mail.subject, state: 'done', before: { state: mail.state }, version: mail.version + 1 };
}

function mailAction(id: MailAction, carryOut: Change, undo?: Change): OperationAction {
  return defineAction({
    id,
    list: mailList.id,
    page: mailList.page,
    ability: 'editor',
    input: mailActionInputs[id],
    undoable: undo !== undefined,
    apply: (transaction, objectId, _input, actor) =>
      change(transaction, actor, objectId, (mail) => mail.deleted_at === null, carryOut),
    ...(undo && {
      undo: (transaction, item, actor) =>
        change(
          transaction,
          actor,
          item.objectId,
          () => true,
          async (inside, who, mail) => {
            if (mail.version !== item.version) throw new AppError('changedMeanwhile');
            await undo(inside, who, mail);
          },
        ),
    }),
  });
}

export function mailActions(sending: MailSendingService): OperationAction[] {
  return [
    mailAction(
      'cancel',
      (transaction, actor, mail) => sending.cancelTaken(transaction, actor, mail),
      (transaction, actor, mail) => sending.uncancelTaken(transaction, actor, mail),
    ),
    mailAction('retryFailed', (transaction, actor, mail) => sending.retryTaken(transaction, actor, mail, 'failed')),
    mailAction(
      'delete',
      (transaction, actor, mail) => sending.setDeletedTaken(transaction, actor, mail, true),
      (transaction, actor, mail) => sending.setDeletedTaken(transaction, actor, mail, false),
    ),
  ];
}
