import { resourceKinds, resourceStates } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SeenView } from '../../../platform/list/list-source.ts';
import { newId } from '../../../platform/new-id.ts';
import { personIn } from '../../../testing/person-in.ts';
import { createTestDatabase } from '../../../testing/postgres.ts';
import { schoolLibraryId } from '../../../testing/resource-rig.ts';
import { foldTagUsage } from '../../tag/public.ts';
import { readable } from '../resource-scope.ts';
import { resourceListSource } from './resource-list.source.ts';

let db: Db;
let drop: () => Promise<void>;
const [college, here, there] = [newId(), newId(), newId()];
const [owner, stranger, tag, other] = [newId(), newId(), newId(), newId()];

/** Every kind and state, with two owners, in two departments and in none; then some of each are changed. */
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 4 }));
  await sql`insert into colleges (id, code, name) values (${college}, 'C', 'College')`.execute(db);
  await sql`insert into departments (id, college_id, code, name, path) values
    (${here}, ${college}, 'H', 'Here', ${`/${here}/`}), (${there}, ${college}, 'T', 'There', ${`/${there}/`})`.execute(
    db,
  );
  await sql`insert into users (id, account, name, role_id) values
    (${owner}, 'owner', 'Owner', 4), (${stranger}, 'stranger', 'Stranger', 4)`.execute(db);
  await sql`insert into resources (id, kind, title, owner_id, department_id, library_id, state, work_failed, tag_ids,
      file_name, format, content_type, size_bytes, sha256)
    select gen_random_uuid(), kind, 'title', owner, department, ${schoolLibraryId}, state, failed,
      array[${tag}, ${other}]::uuid[], 'a.png', 'png', 'image/png', 1, sha256(state::bytea)
    from unnest(${[...resourceKinds]}::text[]) kind, unnest(${[...resourceStates]}::text[]) state,
      unnest(${[owner, stranger]}::uuid[]) owner, unnest(array[${here}, ${there}, null]::uuid[]) department,
      unnest(array[true, false]) failed`.execute(db);
  await some(sql`state = 'published'`, sql`state = 'ready' and kind = 'image' and work_failed`);
  await some(sql`tag_ids = ${[other]}::uuid[]`, sql`state = 'offline' and kind = 'video'`);
  await some(sql`state = 'purged'`, sql`state = 'trashed' and kind = 'audio'`);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

const person = (roleId: number) => personIn(here, owner, roleId);
const people = { 'an administrator': person(1), 'an editor': person(3), 'a user': person(4) };
const views: SeenView[] = [
  ...resourceListSource.list.tabs.map((tab) => ({ tab })),
  { tab: 'all', state: ['ready', 'offline'] },
  { tab: 'failed', state: ['published', 'draft'], kind: ['image', 'video'] },
];

describe.each(Object.entries(people))('tagged resources readable by %s', (_, principal) => {
  it.each(views)('is summed up as a recount has it in the view $tab $state $kind', async (view) => {
    const value = await recount(principal, view);
    expect(await summed(principal, { ...view, tag: [tag] })).toEqual({ value, exact: true });
  });
});

describe('the sums of a tag', () => {
  it('stay the same when their differences are folded together', async () => {
    const before = await summed(person(1), { tab: 'all', tag: [tag] });
    expect(await foldTagUsage(db)).toBeGreaterThan(0);
    expect(await summed(person(1), { tab: 'all', tag: [tag] })).toEqual(before);
    expect(await foldTagUsage(db)).toBe(0);
  });

  it('do not tell about two tags, a text, or other filters', async () => {
    for (const more of [{ tag: [tag, other] }, { search: 'title' }, { language: ['en'] }])
      expect(await summed(person(1), { tab: 'all', tag: [tag], ...more })).toBeUndefined();
  });
});

const summed = (principal: Principal, view: SeenView) => resourceListSource.planner?.count?.sum?.(db, principal, view);

async function recount(principal: Principal, { tab, state, kind }: SeenView): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from resources
    where ${resourceListSource.tabs[tab]} and ${readable(principal)} and resources.tag_ids && ${[tag]}::uuid[]
      and ${state ? sql`resources.state = any (${state}::text[])` : sql`true`}
      and ${kind ? sql`resources.kind = any (${kind}::text[])` : sql`true`}`.execute(db);
  expect(rows[0]?.count).toBeGreaterThan(0);
  return rows[0]?.count;
}

async function some(change: ReturnType<typeof sql>, which: ReturnType<typeof sql>): Promise<void> {
  await sql`update resources set ${change} where ${which}`.execute(db);
}
