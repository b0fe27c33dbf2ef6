import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { StoredDepartment } from './department.repository.ts';

const lower = (texts: readonly (string | undefined)[]) => [
  ...new Set(texts.flatMap((text) => (text ? [text.toLowerCase()] : []))),
];

export async function listByCodes(db: Executor, codes: readonly (string | undefined)[]) {
  const rows: StoredDepartment[] = await db
    .selectFrom('departments')
    .selectAll()
    .where(sql`lower(code)`, '=', sql`any (${lower(codes)}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.code.toLowerCase(), row]));
}

/** By the code, or by the whole name. */
export async function listCollegesSaid(db: Executor, texts: readonly (string | undefined)[]) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from colleges
    where lower(code) = any (${lower(texts)}::text[]) or lower(name) = any (${lower(texts)}::text[])
    order by sort, id`.execute(db);
  return new Map(
    [...rows.map((row) => [row.name, row] as const), ...rows.map((row) => [row.code, row] as const)].map(
      ([text, row]) => [text.toLowerCase(), row],
    ),
  );
}

export async function listPeopleSaid(db: Executor, accounts: readonly (string | undefined)[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'account'])
    .where(sql`lower(account)`, '=', sql`any (${lower(accounts)}::text[])`)
    .where('access', '=', 0)
    .execute();
  return new Map(rows.map((row) => [row.account.toLowerCase(), row]));
}

/** Words for ids that lines are compared with. */
export async function listWords(db: Executor, departments: readonly StoredDepartment[]) {
  const ids = departments.flatMap((row) => (row.head_id ? [row.head_id] : []));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'account'])
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.account]));
}
