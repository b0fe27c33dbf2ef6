import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import {
  listPermissionGroups,
  type PermissionGroupAction,
  savePermissionGroup,
} from '@lectern/contract/features/permission-group.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemOutcome } from '../../platform/operation/operation-action.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const page = '/app/data/convert';

let test: TestApp;
let other: Identity;
beforeAll(async () => {
  test = await startTestApp();
  // Someone else keeps access to the page, so that deleting a group never closes it.
  other = await test.identity({ roleId: 4, pages: [page] });
});
afterAll(() => test.close());

async function groupOf(name: string, paths: readonly string[]) {
  const person = await test.identity({ roleId: 4 });
  const rules = Object.fromEntries(paths.map((path) => [path, 0 as const]));
  const content = { name, description: '', rules, members: [{ kind: 'user' as const, id: person.userId }] };
  const context = await test.context(test.admin);
  const group = await test.container.services.permissionGroups.create(context, content, { acceptClosed: true });
  return { person, group };
}

function actionOf(id: PermissionGroupAction) {
  const action = test.container.services.actions.find((one) => one.list === 'permissionGroup' && one.id === id);
  if (!action) throw new Error(`There is no action ${id}`);
  return action;
}

async function carryOut(id: PermissionGroupAction, objectId: string, input: object = {}): Promise<ItemOutcome> {
  const action = actionOf(id);
  const actor = await test.context(test.admin);
  const outcome = await test.db
    .transaction()
    .execute((transaction) => action.apply(transaction, objectId, action.input.parse(input), actor, undefined));
  test.container.http.afterChange();
  return outcome;
}

async function undo(id: PermissionGroupAction, objectId: string, outcome: ItemOutcome): Promise<ItemOutcome> {
  if (outcome.state !== 'done') throw new Error(`Nothing to undo: ${outcome.reason}`);
  const { before, version } = JSON.parse(JSON.stringify(outcome)) as { before: unknown; version: number };
  const actor = await test.context(test.admin);
  const undone = await test.db.transaction().execute(async (transaction) => {
    const result = await actionOf(id).undo?.(transaction, { objectId, before, version }, actor);
    if (!result) throw new Error(`${id} can't be undone`);
    return result;
  });
  test.container.http.afterChange();
  return undone;
}

const pagesOf = async (as: Identity) => (await test.call(getCurrentUser, {}, { as })).data.permissions;
const tab = async (name: string) =>
  (await test.call(listPermissionGroups, { query: { tab: name } }, { as: test.admin })).data.rows.map((row) => row.id);

describe('deleting a group', () => {
  it('takes its pages away, keeps it among the deleted, and is undone as a whole', async () => {
    const { person, group } = await groupOf('Deleted', [page]);
    const outcome = await carryOut('delete', group.id);
    expect(outcome).toMatchObject({ label: 'Deleted', state: 'done' });
    expect(await pagesOf(person)).toEqual([]);
    expect([(await tab('all')).includes(group.id), (await tab('deleted')).includes(group.id)]).toEqual([false, true]);
    expect(await carryOut('delete', group.id)).toMatchObject({ state: 'skipped' });
    expect(await undo('delete', group.id, outcome)).toMatchObject({ state: 'done' });
    expect(await pagesOf(person)).toEqual([page]);
    expect(await pagesOf(other)).toEqual([page]);
  });

  it('leaves its name to others, and waits with a restore until it is free again', async () => {
    const { group } = await groupOf('Taken', [page]);
    await carryOut('delete', group.id);
    const { group: second } = await groupOf('Taken', []);
    await expect(carryOut('restore', group.id)).rejects.toMatchObject({ code: 'invalidInput' });
    await carryOut('delete', second.id);
    const restored = await carryOut('restore', group.id);
    expect((await test.container.services.permissionGroups.get(group.id)).rules).toEqual({ [page]: 0 });
    expect(await undo('restore', group.id, restored)).toMatchObject({ state: 'done' });
    expect(await tab('deleted')).toContain(group.id);
  });

  it('is refused where a page would close for everybody but administrators, unless that is meant', async () => {
    const { group } = await groupOf('Last way', ['/app/course/list']);
    await expect(carryOut('delete', group.id)).rejects.toMatchObject({ code: 'pagesWouldClose' });
    expect(await carryOut('delete', group.id, { acceptClosed: true })).toMatchObject({ state: 'done' });
  });

  it('can’t be undone after someone else changed the group', async () => {
    const { group } = await groupOf('Changed since', [page]);
    const outcome = await carryOut('delete', group.id);
    await carryOut('restore', group.id);
    const { version } = await test.container.services.permissionGroups.get(group.id);
    const body = { name: 'Changed', rules: {}, members: [], version };
    await test.call(savePermissionGroup, { params: { id: group.id }, body }, { as: test.admin });
    expect(await undo('delete', group.id, outcome)).toMatchObject({ state: 'skipped' });
  });
});
