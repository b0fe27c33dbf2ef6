import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** In the order set by people. */
export async function listUnitRows(db: Executor) {
  const [colleges, departments, positions] = await Promise.all([
    db
      .selectFrom('colleges')
      .select(['id', 'name', 'code', sql<boolean>`disabled_at is not null`.as('disabled')])
      .orderBy('sort')
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('departments')
      .select([
        'id',
        'name',
        'code',
        'parent_id',
        'college_id',
        sql<boolean>`not is_department_in_use(departments.id)`.as('disabled'),
      ])
      .orderBy('sort')
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('positions')
      .select(['id', 'name', 'role_id', sql<boolean>`disabled_at is not null`.as('disabled')])
      .orderBy('sort')
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ]);
  return { colleges, departments, positions };
}
