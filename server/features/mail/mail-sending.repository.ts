import type { RecipientReason } from '@lectern/contract/features/mail.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

export async function scheduleMail(
  transaction: Executor,
  {
    id,
    senderId,
    departmentId,
    sendAt,
  }: { id: string; senderId: string; departmentId: string | null; sendAt: Date | null },
): Promise<void> {
  await transaction
    .updateTable('mails')
    .set({
      state: 'scheduled',
      send_at: sendAt ?? sql`now()`,
      sender_id: senderId,
      department_id: departmentId,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Cancels waiting recipients; those being delivered can’t be stopped. */
export async function cancelMailRow(transaction: Executor, id: string): Promise<void> {
  await sql`update mail_recipients set state = 'skipped', reason = 'cancelled', settled_at = now(), sealed = null
    where mail_id = ${id} and state = 'waiting'`.execute(transaction);
  await setState(transaction, id, 'cancelled');
}

export async function setState(transaction: Executor, id: string, state: string): Promise<void> {
  await sql`update mails set state = ${state}, version = version + 1, updated_at = now(),
      finished_at = case when ${state} in ('sending', 'scheduled') then null else now() end
    where id = ${id}`.execute(transaction);
}

/**
 * Queues failed or unknown recipients again. Sealed secrets are deleted after sending, so mails with a secret can’t be
 * resent.
 */
export async function rewait(transaction: Executor, mailId: string, which: 'failed' | 'unknown'): Promise<number> {
  const { rows } = await sql`
    update mail_recipients set state = 'waiting', reason = null, tries = 0, next_try_at = now(), settled_at = null,
      handler_id = null
    where mail_id = ${mailId} and state = ${which} and address is not null returning id`.execute(transaction);
  return rows.length;
}

export async function setDeleted(transaction: Executor, id: string, deleted: boolean): Promise<void> {
  await sql`update mails set deleted_at = case when ${deleted} then now() end, version = version + 1, updated_at = now()
    where id = ${id}`.execute(transaction);
}

type OneRecipient = {
  userId: string | null;
  name: string;
  address: string | null;
  reason: RecipientReason | null;
  sealed?: Buffer | null;
};

/** Adds a recipient, either waiting or left out for a reason. */
export async function insertRecipient(transaction: Executor, mailId: string, recipient: OneRecipient, id = newId()) {
  const { userId, name, address, reason, sealed } = recipient;
  await transaction
    .insertInto('mail_recipients')
    .values({
      id,
      mail_id: mailId,
      user_id: userId,
      name,
      address,
      state: reason ? 'skipped' : 'waiting',
      reason,
      settled_at: reason ? sql`now()` : null,
      sealed: reason ? null : (sealed ?? null),
    })
    .execute();
}
