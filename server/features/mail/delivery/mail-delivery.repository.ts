import type { RecipientReason, RecipientState } from '@lectern/contract/features/mail.ts';
import type { MailValues } from '@lectern/contract/features/mail-text.ts';
import { sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';

export type Claimed = {
  id: string;
  mail_id: string;
  user_id: string | null;
  name: string;
  address: string;
  tries: number;
  sealed: Buffer | null;
  kind: string;
  subject: string;
  body: string;
  params: MailValues | null;
  sender_id: string | null;
  expired: boolean;
};

/** An arbitrary lock number: one claim at a time, so the limit per minute is counted once. */
const claimLock = 7_214_990_063;

/**
 * Claims a due recipient and commits before anything is sent. System mails go first, then mails by start time; a mail
 * that has used up its per-minute limit waits.
 */
export async function claimRecipient(db: Db, handlerId: string): Promise<Claimed | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(transaction);
    const { rows } = await sql<Claimed>`
      with due as materialized (
        select mails.id from mails
        where mails.state = 'sending' and (mails.throttle is null or mails.throttle > (
          select count(*) from mail_recipients handed
          where handed.mail_id = mails.id and handed.handed_at > now() - interval '1 minute'))
        order by mails.kind in ('system', 'test') desc, mails.begun_at),
      next as (
        select recipient.id from due cross join lateral (
          select id from mail_recipients
          where mail_id = due.id and state = 'waiting' and next_try_at <= now()
          order by next_try_at, id limit 1 for update skip locked) recipient
        limit 1)
      update mail_recipients set state = 'handing', handed_at = clock_timestamp(), handler_id = ${handlerId},
        tries = tries + 1, reason = null
      from mails where mail_recipients.id in (select id from next) and mails.id = mail_recipients.mail_id
      returning mail_recipients.id, mail_id, user_id, name, address, tries, sealed, kind, subject, body, params, sender_id,
        coalesce(expires_at < now(), false) as expired`.execute(transaction);
    return rows[0];
  });
}

export type Settlement = {
  state: RecipientState;
  reason?: RecipientReason | null;
  answer?: string | null;
  messageId?: string;
  /** Set while waiting for a retry. */
  nextTryAt?: Date;
  /** Delivery was not attempted, so the try doesn't count. */
  untried?: boolean;
};

/**
 * Saves the outcome of a claimed recipient. If another process has marked it lost and finished the mail, the mail is
 * reopened to be delivered or finished again.
 */
export async function settleRecipient(
  db: Executor,
  { id, handlerId }: { id: string; handlerId: string },
  { state, reason = null, answer = null, messageId, nextTryAt, untried = false }: Settlement,
): Promise<void> {
  await sql`
    with settled as (
      update mail_recipients set state = ${state}, reason = ${reason}, answer = ${answer},
        message_id = coalesce(${messageId ?? null}, message_id),
        next_try_at = coalesce(${nextTryAt ?? null}, next_try_at),
        tries = tries - ${untried ? 1 : 0}, handed_at = case when ${untried} then null else handed_at end,
        settled_at = case when ${state} = 'waiting' then null else now() end,
        sealed = case when ${state} = 'waiting' then sealed end
      where id = ${id} and handler_id = ${handlerId} and state in ('handing', 'unknown')
      returning mail_id)
    update mails set state = 'sending', finished_at = null, updated_at = now(), version = version + 1
    where id in (select mail_id from settled) and state in ('partlyFailed', 'failed')`.execute(db);
}

/** Whether a mail is due or in delivery. */
export const isAnyUnderWay = sql<boolean>`exists (select from mails
  where state = 'sending' or (state = 'scheduled' and send_at <= now() and deleted_at is null))`;

export async function beat(db: Executor, handlerId: string): Promise<void> {
  await sql`insert into mail_handlers (id) values (${handlerId})
    on conflict (id) do update set seen_at = now()`.execute(db);
}

export async function leave(db: Executor, handlerId: string): Promise<void> {
  await sql`delete from mail_handlers where id = ${handlerId}
    or seen_at < now() - interval '1 day'`.execute(db);
}

/**
 * Marks recipients claimed by dead processes as unknown: the mail may have been sent, so it is never resent
 * automatically.
 */
export async function markLost(db: Executor, aliveMs: number): Promise<string[]> {
  const { rows } = await sql<{ mail_id: string }>`
    update mail_recipients set state = 'unknown', reason = 'workerLost', settled_at = now(), sealed = null
    where state = 'handing' and not exists (
      select from mail_handlers handler where handler.id = mail_recipients.handler_id
        and handler.seen_at > now() - make_interval(secs => ${aliveMs / 1000}))
    returning mail_id`.execute(db);
  return [...new Set(rows.map((row) => row.mail_id))];
}

export type Finished = {
  id: string;
  kind: string;
  state: string;
  subject: string;
  sender_id: string | null;
  /** Recipients whose mail failed or whose outcome is unknown. */
  missed: number;
};

/** Finishes mails that have no recipients left to deliver. */
export async function finishMails(transaction: Executor): Promise<Finished[]> {
  const { rows } = await sql<Finished>`
    with over as materialized (
      select mails.id from mails where mails.state = 'sending'
        and not exists (select from mail_recipients open
          where open.mail_id = mails.id and open.state in ('waiting', 'handing'))
      for update skip locked)
    update mails set finished_at = now(), updated_at = now(), version = version + 1, state = case
      when not exists (select from mail_recipients where mail_id = mails.id and mail_recipients.state = 'sent') then 'failed'
      when exists (select from mail_recipients where mail_id = mails.id and mail_recipients.state in ('failed', 'unknown'))
        then 'partlyFailed'
      else 'sent' end
    where id in (select id from over) returning id, kind, state, subject, sender_id, (select count(*) from mail_recipients
      where mail_id = mails.id and mail_recipients.state in ('failed', 'unknown')) as missed`.execute(transaction);
  return rows;
}
