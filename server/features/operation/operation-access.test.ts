import { randomUUID } from 'node:crypto';
import {
  cancelOperation,
  getOperation,
  listOperationItems,
  listOperations,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPeople } from '../../testing/operation-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ids: string[];
beforeAll(async () => {
  test = await startTestApp();
  ids = await insertPeople(test.db, 'Person', 3);
});
afterAll(() => test.close());

const forbid = (selection: { ids: string[] }) => ({ body: { list: 'user', action: 'forbid', selection } });

describe('operations over HTTP', () => {
  it('carries a start that is sent twice with one key out once, and gives both the same answer', async () => {
    const send = () =>
      test.call(startOperation, forbid({ ids }), { as: test.admin, headers: { 'idempotency-key': 'start-1' } });
    const [first, second] = await Promise.all([send(), send()]);
    const third = await send();
    expect(first.http).toBe(202);
    expect(new Set([first, second, third].map((answer) => answer.data.id)).size).toBe(1);
    const operations = await test.db.selectFrom('operations').select('id').execute();
    expect(operations).toEqual([{ id: first.data.id }]);
    expect(await test.db.selectFrom('jobs').select('id').where('kind', '=', 'operation').execute()).toHaveLength(1);
  });

  it('is visible only to its owner, and no one else can stop or undo it', async () => {
    const owner = await test.identity({ roleId: 2 });
    const { data } = await test.call(startOperation, forbid({ ids }), { as: owner });
    const params = { id: data.id };
    for (const endpoint of [getOperation, listOperationItems, cancelOperation, undoOperation]) {
      for (const id of [data.id, randomUUID()]) {
        const answer = await test.call(endpoint, { params: { id } }, { as: test.admin });
        expect({ call: endpoint.id, code: answer.failure.code }).toEqual({ call: endpoint.id, code: 'notFound' });
      }
    }
    const others = await test.call(listOperations, {}, { as: test.admin });
    expect(others.data.rows.map((row) => row.id)).not.toContain(data.id);
    expect((await test.call(getOperation, { params }, { as: owner })).data.state).toBe('queued');
  });

  it('walks through the history newest first, and through the report', async () => {
    const owner = await test.identity({ roleId: 2 });
    const started: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      started.unshift((await test.call(startOperation, forbid({ ids }), { as: owner })).data.id);
    }
    const first = await test.call(listOperations, { query: { size: 2 } }, { as: owner });
    const second = await test.call(
      listOperations,
      { query: { size: 2, after: first.data.rows[1]?.id } },
      { as: owner },
    );
    expect([...first.data.rows, ...second.data.rows].map((row) => row.id)).toEqual(started);
    expect([first.data.more, second.data.more]).toEqual([true, false]);
    const params = { id: started[0] ?? '' };
    const report = await test.call(listOperationItems, { params, query: { size: 2 } }, { as: owner });
    const after = report.data.rows[1]?.id;
    const rest = await test.call(listOperationItems, { params, query: { size: 2, after } }, { as: owner });
    expect([...report.data.rows, ...rest.data.rows].map((row) => row.objectId)).toEqual(ids);
    const done = await test.call(listOperationItems, { params, query: { state: 'done' } }, { as: owner });
    expect(done.data).toEqual({ rows: [], more: false });
  });

  it('refuses selections that are empty, too long or not ids, and undoing what still waits', async () => {
    const refused = async (selection: unknown) => {
      const body = { list: 'user', action: 'forbid', selection } as never;
      return (await test.call(startOperation, { body }, { as: test.admin })).failure.code;
    };
    expect(await refused({ ids: [] })).toBe('invalidInput');
    expect(await refused({ ids: ["' or true --"] })).toBe('invalidInput');
    expect(await refused({ ids: Array.from({ length: 1001 }, () => randomUUID()) })).toBe('invalidInput');
    expect(await refused({ ids, matching: '' })).toBe('invalidInput');
    expect(await refused({ matching: 'access_flag=1' })).toBe('invalidInput');
    const { data } = await test.call(startOperation, forbid({ ids }), { as: test.admin });
    const undone = await test.call(undoOperation, { params: { id: data.id } }, { as: test.admin });
    expect(undone.failure.code).toBe('undoNotPossible');
  });
});
