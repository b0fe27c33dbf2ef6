import {
  type MailAudience,
  type MailChanges,
  type MailCounts,
  type MailRow,
  mailAudience,
  type NewMail,
  type RecipientReason,
  type RecipientState,
} from '@lectern/contract/features/mail.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Mails } from '../../platform/db/schema.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

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

/** Locks the mails this person may see, in id order, including deleted ones. */
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

/** Replaces all attachments of the mail. */
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

export type MailRecord = Pick<
  MailRow,
  'id' | 'kind' | 'state' | 'subject' | 'everybody' | 'attachments' | 'failure' | 'version'
> &
  MailCounts & {
    audience_names: string[];
    sender_id: string | null;
    sender_name: string | null;
    send_at: Date | null;
    begun_at: Date | null;
    finished_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };

export const mailJoins = sql`
  left join users sender on sender.id = mails.sender_id
  cross join lateral (
    select (count(*) filter (where state <> 'skipped'))::integer as total,
      (count(*) filter (where state in ('waiting', 'handing')))::integer as waiting,
      (count(*) filter (where state = 'sent'))::integer as sent,
      (count(*) filter (where state = 'failed'))::integer as failed,
      (count(*) filter (where state = 'unknown'))::integer as unknown,
      (count(*) filter (where state = 'skipped'))::integer as skipped
    from mail_recipients where mail_recipients.mail_id = mails.id) counts`;

export const mailColumns = sql`mails.id, mails.kind, mails.state, mails.subject, mails.audience_names,
  coalesce((mails.audience ->> 'everybody')::boolean, false) as everybody, mails.failure, mails.version,
  (select count(*)::integer from mail_attachments where mail_attachments.mail_id = mails.id) as attachments,
  mails.sender_id, sender.name as sender_name, mails.send_at, mails.begun_at, mails.finished_at, mails.created_at,
  mails.updated_at, counts.total, counts.waiting, counts.sent, counts.failed, counts.unknown, counts.skipped`;

export function presentMail(row: MailRecord): MailRow {
  const { total, waiting, sent, failed, unknown, skipped } = row;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    subject: row.subject,
    audienceNames: row.audience_names,
    everybody: row.everybody,
    counts: { total, waiting, sent, failed, unknown, skipped },
    attachments: row.attachments,
    sender: row.sender_id && row.sender_name !== null ? { id: row.sender_id, name: row.sender_name } : null,
    sendAt: row.send_at?.toISOString() ?? null,
    begunAt: row.begun_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/**
 * Administrators see all mails, others their own and those of their departments. Only administrators see system mails,
 * which are about other people.
 */
export function isReachable(principal: Principal): RawBuilder<unknown> {
  const scope = dataScopeOf(principal);
  const within = isInScope(scope, { departmentId: sql`mails.department_id`, ownerId: sql`mails.sender_id` });
  const seen = scope.kind === 'all' ? sql`true` : sql`mails.kind <> 'system' and coalesce(${within}, false)`;
  return sql`(mails.kind <> 'test' and (${seen} or mails.sender_id = ${principal.userId}))`;
}

/** Retention of system and test mails, in days. */
const keptDays = 90;
const atOnce = 1_000;

export async function purgeOldMails(db: Db, signal: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    const { rows } = await sql`
      delete from mails where id in (
        select id from mails where kind in ('system', 'test') and state <> 'sending'
          and created_at < now() - make_interval(days => ${keptDays}) limit ${atOnce}) returning id`.execute(db);
    removed += rows.length;
    if (rows.length < atOnce || signal.aborted) return removed;
  }
}
