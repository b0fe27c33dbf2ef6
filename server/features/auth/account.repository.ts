import { type Expression, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

function selectAccount(db: Executor, deviceHash: Buffer | undefined) {
  return db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .select((query) => [
      'users.id',
      'users.account',
      'users.password_hash',
      'users.access',
      'users.role_id',
      'users.must_change_password',
      'users.last_sign_in_at',
      'users.language',
      'departments.code as department_code',
      sql<boolean>`users.totp_secret is not null`.as('two_factor'),
      sql<boolean>`coalesce(users.one_time_password_until <= now(), false)`.as('one_time_password_over'),
      query
        .exists(
          query
            .selectFrom('user_devices')
            .select('user_devices.hash')
            .whereRef('user_devices.user_id', '=', 'users.id')
            .where('user_devices.hash', '=', deviceHash ?? Buffer.alloc(0)),
        )
        .as('device_known'),
    ]);
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** `account` must be normalised by `normaliseAccount`. */
export function findAccount(db: Executor, account: string, deviceHash: Buffer | undefined) {
  return selectAccount(db, deviceHash)
    .where(sql`lower(users.account)` as Expression<string>, '=', account)
    .executeTakeFirst();
}

export function findAccountByWecomUser(db: Executor, wecomUserId: string, deviceHash: Buffer | undefined) {
  return selectAccount(db, deviceHash).where('users.wecom_user_id', '=', wecomUserId).executeTakeFirst();
}

export function findAccountById(db: Executor, userId: string, deviceHash: Buffer | undefined) {
  return selectAccount(db, deviceHash).where('users.id', '=', userId).executeTakeFirst();
}

export function findPasswordHash(db: Executor, userId: string) {
  return db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
}

/** Gives a browser a new mark; everyone known on that browser stays known under it. */
export async function updateDeviceMark(db: Executor, from: Buffer, to: Buffer): Promise<void> {
  await db.updateTable('user_devices').set({ hash: to }).where('hash', '=', from).execute();
}

/** Keeps only the `keep` most recent devices, so a script that signs in every hour can't fill the table. */
export async function insertDevice(db: Executor, userId: string, hash: Buffer, keep: number): Promise<void> {
  await db
    .with('forgotten', (query) =>
      query
        .deleteFrom('user_devices')
        .where('user_id', '=', userId)
        .where('hash', 'in', (devices) =>
          devices
            .selectFrom('user_devices as old')
            .select('old.hash')
            .where('old.user_id', '=', userId)
            .orderBy('old.last_seen_at', 'desc')
            // The statement's own insert isn't visible to this subquery.
            .offset(keep - 1),
        ),
    )
    .insertInto('user_devices')
    .values({ user_id: userId, hash })
    .execute();
}

export async function deleteDevicesExcept(db: Executor, userId: string, hash: Buffer | undefined): Promise<void> {
  await db
    .deleteFrom('user_devices')
    .where('user_id', '=', userId)
    .$if(hash !== undefined, (query) => query.where('hash', '!=', hash ?? Buffer.alloc(0)))
    .execute();
}

export function findViewed(db: Executor, userId: string) {
  return db.selectFrom('users').select(['id', 'name', 'role_id']).where('id', '=', userId).executeTakeFirst();
}

/** A null `userId` ends View as. */
export async function updateViewAs(db: Executor, sessionId: string, userId: string | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ view_as_user_id: userId, view_as_since: userId ? sql<Date>`now()` : null })
    .where('id', '=', sessionId)
    .execute();
}

export function findCurrentUser(db: Executor, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .leftJoin('colleges', 'colleges.id', 'departments.college_id')
    .leftJoin('positions', 'positions.id', 'users.position_id')
    .select((query) => [
      'users.id',
      'users.account',
      'users.name',
      'users.email',
      'users.phone',
      'users.role_id',
      'users.must_change_password',
      'users.theme',
      'users.density',
      'users.language',
      'users.setup_hidden',
      'users.version',
      'departments.id as department_id',
      'departments.code as department_code',
      'departments.name as department_name',
      'colleges.id as college_id',
      'colleges.code as college_code',
      'colleges.name as college_name',
      'positions.id as position_id',
      'positions.name as position_name',
      sql<string[]>`allowed_paths(users.id)`.as('permissions'),
      query
        .selectFrom('notifications')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('notifications.user_id', '=', 'users.id')
        .where('notifications.read_at', 'is', null)
        .as('unread_notifications'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** Someone viewing as another user keeps their own language. */
export async function findLanguage(db: Executor, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return row?.language;
}

export type CurrentUserRow = NonNullable<Awaited<ReturnType<typeof findCurrentUser>>>;
