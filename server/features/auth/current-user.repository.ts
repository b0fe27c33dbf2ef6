import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

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

export type CurrentUserRow = NonNullable<Awaited<ReturnType<typeof findCurrentUser>>>;
