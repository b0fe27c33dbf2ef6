import { type LeftOutReason, type MailAudience, mailLimits } from '@lectern/contract/features/mail.ts';
import { mailAddressLength, mailAddressPattern } from '@lectern/contract/features/mail-text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DataScope } from '../../platform/access/data-scope.ts';
import type { Executor } from '../../platform/db/database.ts';
import { isInScope } from '../../platform/list/meanings.ts';

/** Of a row of `users`: whether any part of the audience means it. */
function isMeant(audience: MailAudience): RawBuilder<unknown> {
  if (audience.everybody) return sql`true`;
  const { colleges, departments, positions, groups, people } = audience;
  return sql`(users.id = any (${people}::uuid[])
    or users.position_id = any (${positions}::uuid[])
    or users.department_id in (select id from departments where college_id = any (${colleges}::uuid[]))
    or users.department_id in (
      select below.id from departments above join departments below on below.path like above.path || '%'
      where above.id = any (${departments}::uuid[]))
    or exists (
      select from permission_group_members member
      where member.group_id = any (${groups}::uuid[]) and (member.user_id = users.id
        or member.position_id = users.position_id
        or member.department_id = any (select unnest(string_to_array(trim(both '/' from own.path), '/')::uuid[])
          from departments own where own.id = users.department_id))))`;
}

/** Everybody who is meant, each with the reason why they get none; of those with one address the oldest account gets it. */
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

/** Fixes who gets the mail, and who does not and why; answers how many get it. */
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

export type Chosen = { part: 'colleges' | 'departments' | 'positions' | 'groups' | 'people'; id: string; name: string };

/** Names of what an audience was chosen by, in the order of the parts; what is gone has none. */
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
