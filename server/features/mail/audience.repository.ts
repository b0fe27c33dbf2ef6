import {
  type LeftOutReason,
  type MailAudience,
  mailLimits,
  type RecipientReason,
  type RecipientState,
} from '@lectern/contract/features/mail.ts';
import type { MailRecipient } from '@lectern/contract/features/mail-compose.ts';
import { mailAddressLength, mailAddressPattern } from '@lectern/contract/features/mail-text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DataScope } from '../../platform/access/data-scope.ts';
import type { Executor } from '../../platform/db/database.ts';
import { escapeLike, isInScope } from '../../platform/list/meanings.ts';

/** Condition on a row of `users`: matched by any part of the audience. */
function isMeant(audience: MailAudience): RawBuilder<unknown> {
  if (audience.everybody) return sql`true`;
  const { colleges, departments, positions, groups, people } = audience;
  return sql`(users.id = any (${people}::uuid[])
    or users.position_id = any (${positions}::uuid[])
    or users.department_id in (select id from departments where college_id = any (${colleges}::uuid[]))
    or users.department_id in (
      select below.id from departments above join departments below on below.path like above.path || '%'
      where above.id = any (${departments}::uuid[]))
    or users.group_id = any (${groups}::uuid[])
    or exists (
      select from permission_group_members member
      where member.group_id = any (${groups}::uuid[]) and (member.user_id = users.id
        or member.position_id = users.position_id
        or member.department_id = any (select unnest(string_to_array(trim(both '/' from own.path), '/')::uuid[])
          from departments own where own.id = users.department_id))))`;
}

/**
 * Everyone in the audience with the reason for getting no mail, if any. If accounts share an address, the oldest gets
 * it.
 */
function judged(audience: MailAudience, scope: DataScope): RawBuilder<unknown> {
  const reached = isInScope(scope, { departmentId: sql`users.department_id`, ownerId: sql`users.id` });
  return sql`
    select meant.id, meant.name, meant.address, coalesce(meant.reason,
      case when row_number() over (partition by lower(meant.address), meant.reason order by meant.created_at, meant.id) > 1
        then 'duplicate' end) as reason
    from (
      select users.id, users.name, users.created_at, nullif(trim(users.email), '') as address,
        case when not coalesce(${reached}, false) then 'outsideScope'
          when users.access <> 0 then 'forbidden'
          when coalesce(trim(users.email), '') = '' then 'noAddress'
          when length(users.email) > ${mailAddressLength}::integer or users.email !~ ${mailAddressPattern} then 'badAddress'
          when users.mail_opt_out then 'optedOut' end as reason
      from users where ${isMeant(audience)}) meant`;
}

type Measured = {
  reason: LeftOutReason | null;
  count: number;
  people: { id: string; name: string }[];
};

export async function measure(db: Executor, audience: MailAudience, scope: DataScope): Promise<Measured[]> {
  const { rows } = await sql<Measured>`
    select reason, count(*)::integer as count,
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id)
        filter (where place <= ${mailLimits.leftOutShown}::integer and reason is not null), '[]') as people
    from (
      select *, row_number() over (partition by reason order by name, id) as place
      from (${judged(audience, scope)}) each_one) counted
    group by reason`.execute(db);
  return rows;
}

/** Stores the recipients, including those left out and why. Returns the number who get the mail. */
export async function insertAudience(
  transaction: Executor,
  mailId: string,
  audience: MailAudience,
  scope: DataScope,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with inserted as (
      insert into mail_recipients (id, mail_id, user_id, name, address, state, reason, settled_at)
      select gen_random_uuid(), ${mailId}, id, name, address, case when reason is null then 'waiting' else 'skipped' end,
        reason, case when reason is null then null else now() end
      from (${judged(audience, scope)}) people
      returning state)
    select count(*) as count from inserted where state = 'waiting'`.execute(transaction);
  return rows[0]?.count ?? 0;
}

type Chosen = { part: 'colleges' | 'departments' | 'positions' | 'groups' | 'people'; id: string; name: string };

/** Names of the chosen parts of an audience, in order; deleted parts have no name. */
export async function listChosen(db: Executor, audience: MailAudience): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`
    select part, id, name from (
      select 1 as place, 'colleges' as part, id, name from colleges where id = any (${audience.colleges}::uuid[])
      union all
      select 2, 'departments', id, name from departments where id = any (${audience.departments}::uuid[])
      union all
      select 3, 'positions', id, name from positions where id = any (${audience.positions}::uuid[])
      union all
      select 4, 'groups', id, name from permission_groups where id = any (${audience.groups}::uuid[])
      union all
      select 5, 'people', id, name from users where id = any (${audience.people}::uuid[])) chosen
    order by place, name, id`.execute(db);
  return rows;
}

export async function listGroups(db: Executor): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('permission_groups').select(['id', 'name']).orderBy('name').execute();
}

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

/** Recipients with problems first, then by name. */
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
