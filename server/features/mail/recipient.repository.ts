import type { RecipientReason, RecipientState } from '@lectern/contract/features/mail.ts';
import type { MailRecipient } from '@lectern/contract/features/mail-compose.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { escapeLike } from '../../platform/list/meanings.ts';

type RecipientRow = {
  id: string;
  user_id: string | null;
  name: string;
  address: string | null;
  state: RecipientState;
  reason: RecipientReason | null;
  answer: string | null;
  tries: number;
  message_id: string | null;
  next_try_at: Date;
  handed_at: Date | null;
  settled_at: Date | null;
};

const columns = sql`id, user_id, name, address, state, reason, answer, tries, message_id, next_try_at, handed_at, settled_at`;

export type WantedRecipients = { state?: RecipientState | undefined; search: string };

function isWanted(mailId: string, { state, search }: WantedRecipients): RawBuilder<unknown> {
  const pattern = `%${escapeLike(search.toLowerCase())}%`;
  const found = search ? sql`(lower(name) like ${pattern} or lower(address) like ${pattern})` : sql`true`;
  return sql`mail_id = ${mailId} and ${state ? sql`state = ${state}` : sql`true`} and ${found}`;
}

export async function findRecipient(db: Executor, mailId: string, id: string): Promise<RecipientRow | undefined> {
  const { rows } = await sql<RecipientRow>`
    select ${columns} from mail_recipients where mail_id = ${mailId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function countRecipients(db: Executor, mailId: string, wanted: WantedRecipients): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mail_recipients where ${isWanted(mailId, wanted)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those that something is wrong with first, then by name. */
export async function listRecipients(
  db: Executor,
  mailId: string,
  wanted: WantedRecipients & { offset: number; size: number },
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select ${columns} from mail_recipients where ${isWanted(mailId, wanted)}
    order by array_position(array['failed', 'unknown', 'handing', 'waiting', 'sent', 'skipped'], state), lower(name), id
    limit ${wanted.size} offset ${wanted.offset}`.execute(db);
  return rows;
}

export function presentRecipient(row: RecipientRow): MailRecipient {
  const puts = row.state === 'waiting' && row.tries > 0;
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    address: row.address,
    state: row.state,
    reason: row.reason,
    answer: row.answer,
    tries: row.tries,
    messageId: row.message_id,
    nextTryAt: puts ? row.next_try_at.toISOString() : null,
    at: (row.settled_at ?? row.handed_at)?.toISOString() ?? null,
  };
}
