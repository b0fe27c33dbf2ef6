import type { AccessFlag } from '@lectern/contract/roles.ts';
import { type Insertable, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Users } from '../../platform/db/schema.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';
import type { Move } from '../../platform/ownership/owned-things.ts';
import { type UserRecord, userListSource } from './user-list.source.ts';

/** An arbitrary lock number: super administrators are removed one at a time. */
const superAdministratorLock = 7_214_990_015;

export async function insertUser(db: Executor, user: Insertable<Users>): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

/** The row as lists show it; undefined when out of scope. */
export async function findUserRecord(db: Executor, id: string, principal: Principal): Promise<UserRecord | undefined> {
  const { columns, from, joins, id: idColumn, scope } = userListSource;
  const { rows } = await sql<UserRecord>`
    select ${columns} from ${from} ${joins ?? sql``} where ${idColumn} = ${id} and ${scope(principal)}`.execute(db);
  return rows[0];
}

/** Locks the row until the transaction ends; undefined when out of scope. */
export async function lockUser(db: Executor, id: string, principal: Principal) {
  const scope = isInScope(dataScopeOf(principal), { departmentId: sql`users.department_id`, ownerId: sql`users.id` });
  return (
    db
      .selectFrom('users')
      .select([
        'id',
        'name',
        'account',
        'email',
        'phone',
        'role_id',
        'access',
        'department_id',
        'position_id',
        'group_id',
        'version',
        'erased_at',
      ])
      .where('id', '=', id)
      .where(sql<boolean>`${scope}`)
      // Enough against concurrent changes; a stronger lock would also block recording this person's actions.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

export type UserColumns = {
  name: string;
  email: string | null;
  phone: string | null;
  role_id: number;
  access: number;
  department_id: string | null;
  position_id: string | null;
  group_id: string | null;
};

export async function updateUserColumns(db: Executor, id: string, columns: Partial<UserColumns>): Promise<number> {
  const { version } = await db
    .updateTable('users')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Whether another super administrator can sign in; concurrent removals wait for the lock. */
export async function hasOtherSuperAdministrator(transaction: Executor, id: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${superAdministratorLock})`.execute(transaction);
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', 1)
    .where('access', '=', 0)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export function findUsableDepartment(db: Executor, id: string) {
  return db
    .selectFrom('departments')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`is_department_in_use(id)`)
    .executeTakeFirst();
}

export function findUsablePosition(db: Executor, id: string) {
  return db
    .selectFrom('positions')
    .select('role_id')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

export async function findScopeOfPosition(db: Executor, id: string): Promise<string | undefined> {
  const position = await db.selectFrom('positions').select('data_scope').where('id', '=', id).executeTakeFirst();
  return position?.data_scope;
}

type Belonging = {
  userId: string | null;
  positionId: string | null;
  departmentId: string | null;
  groupId: string | null;
};

export async function listPathsAllowedTo(db: Executor, person: Belonging): Promise<string[]> {
  const { rows } = await sql<{ paths: string[] }>`select paths_allowed_to(
    ${person.userId}::uuid, ${person.positionId}::uuid, ${person.departmentId}::uuid, ${person.groupId}::uuid) as paths`.execute(
    db,
  );
  return rows[0]?.paths ?? [];
}

export async function updateMailOptOut(db: Executor, id: string, optedOut: boolean): Promise<void> {
  await db.updateTable('users').set({ mail_opt_out: optedOut }).where('id', '=', id).execute();
}

export async function updateSetupHidden(db: Executor, id: string, hidden: boolean): Promise<void> {
  await db.updateTable('users').set({ setup_hidden: hidden }).where('id', '=', id).execute();
}

export type Contact = Pick<UserColumns, 'name' | 'email' | 'phone'>;

/** The new values; undefined when someone else saved first. */
export function updateContact(
  db: Executor,
  userId: string,
  version: number,
  changes: Partial<Contact>,
): Promise<Contact | undefined> {
  return db
    .updateTable('users')
    .set((set) => ({ ...changes, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning(['name', 'email', 'phone'])
    .executeTakeFirst();
}

type PreferenceColumns = { theme?: string; density?: string; language?: string };

export async function updatePreferences(db: Executor, userId: string, columns: PreferenceColumns) {
  return db
    .updateTable('users')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', userId)
    .returning(['theme', 'density', 'language'])
    .executeTakeFirstOrThrow();
}

async function moveUsers(
  transaction: Executor,
  place: 'department_id' | 'position_id',
  { from, to, only }: Move,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update users set ${sql.id(place)} = ${to}, version = version + 1, updated_at = now()
    where ${sql.id(place)} = ${from} ${only ? sql`and id = any (${only}::uuid[])` : sql``}
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Moves everyone in a department, or only the given people. */
export const moveUsersToDepartment = (transaction: Executor, move: Move) =>
  moveUsers(transaction, 'department_id', move);

/** Moves everyone with a position, or only the given people. */
export const moveUsersToPosition = (transaction: Executor, move: Move) => moveUsers(transaction, 'position_id', move);

/** Anonymises the person; the row stays for its references. */
export async function eraseUser(
  transaction: Executor,
  userId: string,
  erased: { name: string; account: string },
): Promise<void> {
  await sql`update users set name = ${erased.name}, account = ${erased.account}, email = null, phone = null,
      password_hash = null, must_change_password = false, one_time_password_until = null, wecom_user_id = null,
      totp_secret = null, totp_since = null, totp_last_step = null, recovery_hashes = '{}',
      theme = default, density = default, language = default, department_id = null, position_id = null, group_id = null,
      last_sign_in_at = null, access = 1, role_id = 4, erased_at = now(), version = version + 1, updated_at = now()
    where id = ${userId}`.execute(transaction);
}

export type GroupRule = {
  path: string;
  flag: AccessFlag;
  group: string;
  through: 'user' | 'position' | 'department';
};

/** All group rules that apply to a person and through what; must match `allowed_paths`. */
export async function listGroupRules(db: Executor, userId: string): Promise<GroupRule[]> {
  const { rows } = await sql<GroupRule>`
    select rule.path, rule.flag, permission_groups.name as "group",
      case when member.user_id is not null then 'user'
        when member.position_id is not null then 'position' else 'department' end as through
    from users person
    left join departments own on own.id = person.department_id
    join permission_group_reach member
      on member.user_id = person.id
      or member.position_id = person.position_id
      or member.department_id = any (string_to_array(trim(both '/' from own.path), '/')::uuid[])
    join permission_groups on permission_groups.id = member.group_id
    join permission_group_rules rule on rule.group_id = member.group_id
    where person.id = ${userId}
    order by rule.flag desc, permission_groups.name, through`.execute(db);
  return rows;
}
