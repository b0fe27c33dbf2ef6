import {
  type MailAudience,
  type MailChanges,
  mailAudience,
  type NewMail,
  type RecipientReason,
  type RecipientState,
} from '@lectern/contract/features/mail.ts';
import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Mails } from '../../platform/db/schema.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type MailRecord, mailColumns, mailJoins } from './list/mail-record.ts';
import { isReachable } from './mail-scope.ts';

export type StoredMail = Selectable<Mails>;
type MailWithText = MailRecord & {
  body: string;
  params: Record<string, string> | null;
  audience: unknown;
  template_id: string | null;
  template_name: string | null;
  throttle: number | null;
};

export async function findMail(db: Executor, principal: Principal, id: string): Promise<MailWithText | undefined> {
  const { rows } = await sql<MailWithText>`
    select ${mailColumns}, mails.body, mails.params, mails.audience, mails.throttle, mails.template_id,
      template.name as template_name
    from mails ${mailJoins} left join mail_templates template on template.id = mails.template_id
    where mails.id = ${id} and mails.deleted_at is null and ${isReachable(principal)}`.execute(db);
  return rows[0];
}

/** Mails by id, deleted ones among them, that this person may reach; they stay locked. */
export async function lockMails(
  transaction: Executor,
  principal: Principal,
  ids: readonly string[],
): Promise<Map<string, StoredMail>> {
  const { rows } = await sql<StoredMail>`
    select mails.* from mails where mails.id = any (${ids}::uuid[]) and ${isReachable(principal)}
    order by mails.id for update`.execute(transaction);
  return new Map(rows.map((row) => [row.id, row]));
}

export function audienceOf(stored: unknown): MailAudience {
  return mailAudience.parse(stored ?? {});
}

type Insert = NewMail & { id: string; senderId: string; departmentId: string | null; names: string[] };

export async function insertMail(transaction: Executor, mail: Insert): Promise<void> {
  await transaction
    .insertInto('mails')
    .values({
      id: mail.id,
      kind: mail.kind,
      subject: mail.subject,
      body: mail.body,
      template_id: mail.templateId,
      audience: JSON.stringify(mail.audience),
      audience_names: mail.names,
      throttle: mail.throttle,
      sender_id: mail.senderId,
      department_id: mail.departmentId,
    })
    .execute();
  await updateAttachments(transaction, mail.id, mail.attachmentIds);
}

export async function updateMailFields(
  transaction: Executor,
  id: string,
  { kind, subject, body, templateId, audience, throttle }: MailChanges,
  names: string[] | undefined,
): Promise<void> {
  await transaction
    .updateTable('mails')
    .set({
      ...(kind && { kind }),
      ...(subject !== undefined && { subject }),
      ...(body !== undefined && { body }),
      ...(templateId !== undefined && { template_id: templateId }),
      ...(audience && { audience: JSON.stringify(audience), audience_names: names ?? [] }),
      ...(throttle !== undefined && { throttle }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** The mail's attachments become exactly these. */
export async function updateAttachments(transaction: Executor, mailId: string, ids: readonly string[]): Promise<void> {
  await transaction.deleteFrom('mail_attachments').where('mail_id', '=', mailId).execute();
  const rows = ids.map((resource_id, position) => ({ mail_id: mailId, resource_id, position }));
  if (rows.length > 0) await transaction.insertInto('mail_attachments').values(rows).execute();
}

export async function listAttachmentIds(db: Executor, mailId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_attachments')
    .select('resource_id')
    .where('mail_id', '=', mailId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.resource_id);
}

type LastTest = { state: RecipientState; reason: RecipientReason | null; at: Date };

export async function findLastTest(db: Executor, mailId: string): Promise<LastTest | undefined> {
  const { rows } = await sql<LastTest>`
    select recipient.state, recipient.reason, coalesce(recipient.settled_at, test.created_at) as at
    from mails test join mail_recipients recipient on recipient.mail_id = test.id
    where test.test_of = ${mailId} order by test.created_at desc limit 1`.execute(db);
  return rows[0];
}
