import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../platform/db/database.ts';
import type { Mentions } from '../../platform/mentions/mentions.ts';
import { referenceMentions } from '../../platform/mentions/reference-mentions.ts';

/** When a department is merged, its tasks move to the one that replaces it. */
export const taskMentions: Mentions = referenceMentions({ table: 'tasks', columns: { department: 'department_id' } });

/** Routes follow a merged college or position, unless the replacing college already has a route for that kind. */
export const taskRouteMentions: Mentions = {
  kind: 'taskRoute',
  async rename(transaction, _context, { of, from, to }) {
    return of === 'college' || of === 'position' ? transferRoutes(transaction, of, from, to) : [];
  },
  putBack: (transaction, _context, kept) => restoreRoutes(transaction, keptRoutes.parse(kept)),
};

const id = z.uuid().nullable();
const keptRoutes = z.array(
  z.object({ id: z.uuid(), kind: z.string(), college_id: id, position_id: id, user_id: id, moved: z.boolean() }),
);
type Route = z.output<typeof keptRoutes>[number];

/** Returns the former routes and whether each was moved. */
async function transferRoutes(
  transaction: Executor,
  of: 'college' | 'position',
  from: string,
  to: string,
): Promise<Route[]> {
  const column = sql.ref(`${of}_id`);
  // A college has at most one route per kind.
  const isFree = sql`${of}::text = 'position' or not exists (
    select from task_routes other where other.kind = task_routes.kind and other.college_id = ${to})`;
  const { rows } = await sql<Route>`select id, kind, college_id, position_id, user_id, ${isFree} as moved
    from task_routes where ${column} = ${from} order by id for update`.execute(transaction);
  const moved = rows.filter((route) => route.moved).map((route) => route.id);
  await sql`update task_routes set ${column} = ${to} where id = any (${moved}::uuid[])`.execute(transaction);
  return rows;
}

/** Leaves routes alone that someone replaced since. */
async function restoreRoutes(transaction: Executor, routes: readonly Route[]): Promise<void> {
  for (const { id, kind, college_id, position_id, user_id, moved } of routes) {
    if (moved) {
      await sql`update task_routes set college_id = ${college_id}, position_id = ${position_id}
        where id = ${id}`.execute(transaction);
      continue;
    }
    await sql`insert into task_routes (id, kind, college_id, position_id, user_id)
      select ${id}, ${kind}, ${college_id}::uuid, ${position_id}::uuid, ${user_id}::uuid
      where (${position_id}::uuid is null or exists (select from positions where id = ${position_id}::uuid))
        and (${user_id}::uuid is null or exists (select from users where id = ${user_id}::uuid))
      on conflict do nothing`.execute(transaction);
  }
}
