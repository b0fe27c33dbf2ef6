import { resourceStates } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../platform/db/database.ts';
import type { Condition, SeenView } from '../../../platform/list/list-source.ts';
import { newId } from '../../../platform/new-id.ts';
import { personIn } from '../../../testing/person-in.ts';
import { createTestDatabase } from '../../../testing/postgres.ts';
import { schoolLibraryId } from '../../../testing/resource-rig.ts';
import { readable } from '../resource-scope.ts';
import { readableIn, readableParts } from './readable-in.ts';
import { resourceListSource } from './resource-list.source.ts';

let db: Db;
let drop: () => Promise<void>;
const [college, above, below, other] = [newId(), newId(), newId(), newId()];
const [owner, stranger] = [newId(), newId()];

/** Every state, with two owners, in every department and in none. */
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 2 }));
  await sql`insert into colleges (id, code, name) values (${college}, 'C', 'College')`.execute(db);
  await sql`insert into departments (id, college_id, code, name, path) values
    (${above}, ${college}, 'A', 'Above', ${`/${above}/`}), (${other}, ${college}, 'O', 'Other', ${`/${other}/`}),
    (${below}, ${college}, 'B', 'Below', ${`/${above}/${below}/`})`.execute(db);
  await sql`insert into users (id, account, name, role_id) values
    (${owner}, 'owner', 'Owner', 4), (${stranger}, 'stranger', 'Stranger', 4)`.execute(db);
  await sql`insert into resources
      (id, kind, title, owner_id, department_id, library_id, state, file_name, format, content_type, size_bytes, sha256)
    select gen_random_uuid(), 'image', state || owner, owner, department, ${schoolLibraryId}, state, 'a.png', 'png',
      'image/png', 1, sha256(state::bytea)
    from unnest(${[...resourceStates]}::text[]) state, unnest(${[owner, stranger]}::uuid[]) owner,
      unnest(array[${above}, ${below}, ${other}, null]::uuid[]) department`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

const person = (roleId: number) => personIn(above, owner, roleId, [below]);
const people = {
  'an administrator': person(1),
  'an editor': person(3),
  'an editor without a department': { ...person(3), departmentId: null, departmentPath: null, departmentIds: [] },
  'a user': person(4),
};
const views: SeenView[] = [
  ...resourceListSource.list.tabs.map((tab) => ({ tab })),
  { tab: 'all', state: ['ready', 'offline'] },
  { tab: 'all', state: ['published', 'draft'] },
];

describe.each(Object.entries(people))('what %s may read', (_, principal) => {
  it.each(views)('is the same in the view $tab $state, at once and in parts, each row in one of them', async (view) => {
    const inView = sql`(${resourceListSource.tabs[view.tab]}) and ${
      view.state ? sql`resources.state = any (${view.state}::text[])` : sql`true`
    }`;
    const expected = await idsOf(sql`${inView} and ${readable(principal)}`);
    expect(await idsOf(sql`${inView} and ${readableIn(principal, view)}`)).toEqual(expected);
    const parts = readableParts(principal, view).map((part) => idsOf(sql`${inView} and ${part}`));
    expect((await Promise.all(parts)).flat().sort()).toEqual(expected);
  });
});

async function idsOf(condition: Condition): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from resources where ${condition}`.execute(db);
  return rows.map((row) => row.id).sort();
}
