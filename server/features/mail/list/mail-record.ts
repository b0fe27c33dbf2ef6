import type { MailCounts, MailRow } from '@lectern/contract/features/mail.ts';
import { sql } from 'kysely';

/** A mail as the list reads it. */
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
