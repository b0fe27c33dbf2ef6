import { parseArgs } from 'node:util';
import { userList } from '@lectern/contract/features/user.ts';
import { viewSchema } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import { userListSource } from '../server/features/user/user-list.source.ts';
import { type Db, openDatabase } from '../server/platform/db/database.ts';
import type { Principal } from '../server/platform/http/principal.ts';
import { printCursor } from '../server/platform/list/cursor.ts';
import { ListReader } from '../server/platform/list/list-reader.ts';
import { sortOf } from '../server/platform/list/read-page.ts';
import type { View } from '../server/platform/list/view-conditions.ts';
import { conclude, median, percentile, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedUsers } from './seed-users.ts';

/**
 * The list of users at two sizes, in one run: every tab × sort × three filters as roles 1, 3 and 4, and a page far down.
 * A case's figure is the p95 at the larger size over the p95 at the smaller one, median of three rounds; the worst counts.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, requests: { type: 'string' } } });
const [small, large] = [1_000, 100_000];
const requests = Number(values.requests ?? (values.quick ? 5 : 20));
const limit = 2;
const size = 50;

type Case = { name: string; query: View & { page: number; size: number; cursor?: string }; principal: Principal };
type Side = { db: Db; reader: ListReader; count: number };

const filters: Record<string, string>[] = [
  {},
  { search: '张敏7' },
  { role: '3' },
  { access: 'forbid', signedIn: 'yes' },
];

async function principalOf(db: Db, roleId: 1 | 3 | 4): Promise<Principal> {
  const { rows } = await sql<{ id: string; department_id: string; path: string }>`
    select users.id, department_id, path from users join departments on departments.id = department_id
    order by users.account limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('nobody was seeded');
  return {
    userId: row.id,
    sessionId: '',
    account: '',
    name: '',
    roleId,
    permissions: [userList.page],
    departmentId: row.department_id,
    departmentPath: row.path,
    deptCode: null,
    mustChangePassword: false,
  };
}

async function casesOf(side: Side): Promise<Case[]> {
  const cases: Case[] = [];
  const sorts = userList.sorts.flatMap((sort) => [sort, `-${sort}`]);
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(side.db, roleId);
    for (const tab of userList.tabs)
      for (const sort of sorts)
        for (const filter of filters) {
          const view = viewSchema(userList).parse({ tab, sort, ...filter }) as View;
          cases.push({
            name: `role ${roleId} ${tab} ${sort} ${JSON.stringify(filter)}`,
            query: { ...view, page: 1, size },
            principal,
          });
        }
    if (roleId !== 1) continue;
    for (const sort of sorts) cases.push(await deepCase(side, sort, principal));
  }
  return cases;
}

/** The last full page: page 2,000 of the larger list, page 20 of the smaller one. */
async function deepCase({ db, count }: Side, sort: string, principal: Principal): Promise<Case> {
  const { descending, key } = sortOf(userListSource, sort);
  const way = descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ key: string; id: string }>`
    select (${key.by})::text as key, users.id from users order by ${key.by} ${way}, users.id ${way}
    limit 1 offset ${count - size - 1}`.execute(db);
  const last = rows[0];
  if (!last) throw new Error('the list is too short');
  const view = viewSchema(userList).parse({ sort }) as View;
  const cursor = printCursor({ sort, way: 'next', key: last.key, id: last.id });
  return { name: `far down, ${sort}`, query: { ...view, page: 1, size, cursor }, principal };
}

async function p95(side: Side, { query, principal }: Case): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const started = performance.now();
    await side.reader.page(userListSource, query, principal);
    samples.push(performance.now() - started);
  }
  return percentile(samples, 0.95);
}

const postgres = await startScratchPostgres();
try {
  const sides: Side[] = [];
  for (const count of [small, large]) {
    const databaseUrl = await postgres.createDatabase(`users_${count}`);
    const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 4 });
    await seedUsers(db, count);
    sides.push({ db, reader: new ListReader(db, { timeZone: 'UTC' }), count });
  }
  const [few, many] = sides as [Side, Side];
  const pairs = (await casesOf(few)).map((one) => ({ one, other: undefined as Case | undefined }));
  for (const [index, other] of (await casesOf(many)).entries()) {
    const pair = pairs[index];
    if (pair) pair.other = other;
  }
  const figures: { name: string; ratio: number; few: number; many: number }[] = [];
  for (const { one, other } of pairs) {
    if (!other) continue;
    const rounds: { few: number; many: number }[] = [];
    for (let round = 0; round < 3; round += 1) rounds.push({ few: await p95(few, one), many: await p95(many, other) });
    const ratio = median(rounds.map((round) => round.many / round.few));
    figures.push({
      name: one.name,
      ratio,
      few: median(rounds.map((round) => round.few)),
      many: median(rounds.map((round) => round.many)),
    });
  }
  figures.sort((left, right) => right.ratio - left.ratio);
  const shown = figures
    .slice(0, 12)
    .map(({ name, few: a, many: b, ratio }) => [name, a.toFixed(2), b.toFixed(2), ratio.toFixed(2)]);
  console.log(table([['worst cases', `p95 ms at ${small}`, `p95 ms at ${large}`, 'ratio'], ...shown]));
  console.log(
    `${figures.length} cases, ${requests} requests × 3 rounds each; median ratio ${median(figures.map((figure) => figure.ratio)).toFixed(2)}`,
  );
  await Promise.all(sides.map((side) => side.db.destroy()));
  conclude('bench:lists', figures[0]?.ratio ?? Number.POSITIVE_INFINITY, limit, (value, bar) => value <= bar);
} finally {
  await postgres.stop();
}
