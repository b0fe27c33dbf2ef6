import type { DataScope } from '../../platform/access/data-scope.ts';
import type { Executor } from '../../platform/db/database.ts';

type PersonRow = { id: string; name: string; account: string; department_name: string | null };

export type WantedPeople = { text: string; id?: string | undefined; size: number };

/**
 * People whose name or account contains the text, prefix matches first. Forbidden accounts are included only when
 * requested by id.
 */
export async function listPeople(
  db: Executor,
  scope: DataScope,
  { text, id, size }: WantedPeople,
): Promise<PersonRow[]> {
  const pattern = `%${escapeLike(text)}%`;
  let query = db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .select(['users.id', 'users.name', 'users.account', 'departments.name as department_name'])
    .where((where) => where.or([where('users.name', 'ilike', pattern), where('users.account', 'ilike', pattern)]));
  query = id ? query.where('users.id', '=', id) : query.where('users.access', '=', 0);
  if (scope.kind === 'departments') query = query.where('users.department_id', 'in', scope.ids);
  if (scope.kind === 'own') query = query.where('users.id', '=', scope.userId);
  return query
    .orderBy((order) => order('users.name', 'ilike', `${escapeLike(text)}%`), 'desc')
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(size)
    .execute();
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
