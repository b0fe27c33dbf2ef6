import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';

/**
 * Few enough that each has more than a page of people even at 1,000 users; a half-full page has nothing to compare
 * with.
 */
const departments = 16;

/** Users like a university's: departments in colleges, 2% forbidden, a third never signed in, names in both scripts. */
export async function seedUsers(db: Db, count: number): Promise<void> {
  await sql`insert into colleges (id, code, name) select md5('c' || i)::uuid, 'C' || i, 'College ' || i
    from generate_series(1, 8) i`.execute(db);
  await sql`insert into departments (id, college_id, code, name, path)
    select md5('d' || i)::uuid, md5('c' || (i % 8 + 1))::uuid, 'D' || i, 'Department ' || i, '/' || md5('d' || i)::uuid || '/'
    from generate_series(1, ${departments}) i`.execute(db);
  for (let from = 1; from <= count; from += chunk) await insertUsers(db, from, Math.min(count, from + chunk - 1));
  await sql`vacuum analyze`.execute(db);
}

/** Small enough to stay within the product's statement timeout. */
const chunk = 10_000;

/** Deterministic, with a separate hash per property so that properties are independent of each other. */
const drawn = (property: string, of: number) => sql`(hashtext(${property} || i)::bigint + 2147483648) % ${sql.lit(of)}`;

async function insertUsers(db: Db, from: number, to: number): Promise<void> {
  await sql`insert into users (id, account, name, email, role_id, access, department_id, last_sign_in_at, created_at)
    select gen_random_uuid(), 'user' || i,
      case when ${drawn('script', 5)} = 0 then '张敏' || i else 'Person ' || md5(i::text) end,
      case when ${drawn('mail', 2)} = 0 then 'user' || i || '@example.edu' end,
      case when ${drawn('chief', 1_000)} = 0 then 2 when ${drawn('role', 10)} = 0 then 3 else 4 end,
      case when ${drawn('access', 50)} = 0 then 1 else 0 end,
      md5('d' || (${drawn('department', departments)} + 1))::uuid,
      case when ${drawn('visited', 3)} > 0 then timestamptz '2026-01-01' + ${drawn('visit', 10_000_000)} * interval '1 second' end,
      timestamptz '2025-01-01' + ${drawn('made', 30_000_000)} * interval '1 second'
    from generate_series(${from}::int, ${to}::int) i`.execute(db);
}
