import { mailAccess, type RecipientReason } from '@lectern/contract/features/mail.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { insertActivity } from '../../../platform/activity/record-activity.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import { authorise } from '../../../platform/http/authorise.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { insertAudience } from '../audience.repository.ts';
import { audienceOf, listAttachmentIds, type StoredMail } from '../mail.repository.ts';
import type { MailAnnouncer } from '../mail-announcer.ts';

export type Sender = { principal: Principal; forbidden: boolean };

type Parts = {
  db: Db;
  announcer: MailAnnouncer;
  senderOf(db: Executor, userId: string): Promise<Sender>;
  requireAttachable(principal: Principal, ids: readonly string[]): Promise<void>;
};

/** Begins one mail whose time has come: who gets it is fixed now, by the sender's rights of this moment. */
export async function beginDue({ db, announcer, senderOf, requireAttachable }: Parts): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<StoredMail>`
      select * from mails where state = 'scheduled' and send_at <= now() and deleted_at is null
      order by send_at limit 1 for update skip locked`.execute(transaction);
    const [mail] = rows;
    if (!mail) return false;
    const sender = mail.sender_id ? await senderOf(transaction, mail.sender_id) : undefined;
    const failure = await judge(sender, () =>
      sender
        ? listAttachmentIds(transaction, mail.id).then((ids) => requireAttachable(sender.principal, ids))
        : undefined,
    );
    const recipients =
      failure || !sender
        ? 0
        : await insertAudience(transaction, mail.id, audienceOf(mail.audience), dataScopeOf(sender.principal));
    const state = recipients > 0 ? 'sending' : 'failed';
    await sql`update mails set state = ${state}, begun_at = now(), failure = ${failure ?? null}, updated_at = now(),
        finished_at = case when ${state} = 'failed' then now() end, version = version + 1
      where id = ${mail.id}`.execute(transaction);
    await insertActivity(transaction, {
      ...{
        action: 'mail.begun',
        objectType: 'mail',
        objectId: mail.id,
        after: { recipients, failure: failure ?? null },
      },
      ...{ actorId: null, ip: null, requestId: null },
    });
    await announcer.changed(transaction, mail.id);
    return true;
  });
}

async function judge(
  sender: Sender | undefined,
  attachable: () => Promise<void> | undefined,
): Promise<RecipientReason | undefined> {
  if (!sender || sender.forbidden) return 'senderForbidden';
  try {
    authorise({ access: mailAccess }, sender.principal);
  } catch (error) {
    if (error instanceof AppError) return 'senderForbidden';
    throw error;
  }
  try {
    await attachable();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return 'attachmentGone';
    throw error;
  }
}
