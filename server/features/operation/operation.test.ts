import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import { EventPublisher } from '../../platform/events/event-publisher.ts';
import { insertPeople, type OperationRig, openOperationRig } from '../../testing/operation-rig.ts';
import { phoneAction } from '../../testing/phone-action.ts';
import type { Identity } from '../../testing/test-app.ts';

let rig: OperationRig;
/** Runs before the action handles each object. */
let meanwhile: (objectId: string, transaction: Executor) => Promise<void> = async () => undefined;
let admin: Identity;
/** Advances the clock. */
let pass: (ms: number) => void;
let restoreClock: () => void;

beforeAll(async () => {
  let passedMs = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  pass = (ms) => {
    passedMs += ms;
  };
  restoreClock = () => clock.mockRestore();
  const action = phoneAction({ before: (objectId, transaction) => meanwhile(objectId, transaction) });
  rig = await openOperationRig([action, phoneAction({}, { id: 'inner', internal: true })]);
  admin = rig.app.admin;
});
afterEach(() => {
  meanwhile = async () => undefined;
});
afterAll(async () => {
  await rig.close();
  restoreClock();
});

const page = '/app/system/systemAdmin';
const input = { phone: '110' };

async function start(as: Identity, selection: { ids: string[] } | { matching: string; except: string[] }) {
  const context = await rig.app.context(as);
  return rig.operations.start(context, { list: 'user', action: 'setPhone', selection, input });
}

let codes = 0;
async function makeDepartments(count: number): Promise<string[]> {
  const { organisation } = rig.app.container.services;
  const context = await rig.app.context(admin);
  const collegeId = await organisation.createCollege(context, { code: `C${++codes}`, name: 'College' });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await organisation.createDepartment(context, { collegeId, code: `D${++codes}`, name: 'Department' }));
  }
  return ids;
}

async function undo(as: Identity, id: string) {
  return rig.operations.undo(await rig.app.context(as), id);
}

const phones = async (ids: string[]) => {
  const rows = await rig.db.selectFrom('users').select(['id', 'phone']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.phone]));
};

const allItems = async (as: Identity, id: string) =>
  (await rig.operations.listItems(as.userId, id, { state: undefined, after: undefined, size: 200 })).rows;

describe('a queued operation', () => {
  it('can be cancelled before it starts, and changes nothing', async () => {
    const ids = await insertPeople(rig.db, 'Waiting', 2);
    const { id } = await start(admin, { ids });
    const cancelled = await rig.operations.cancel(await rig.app.context(admin), id);
    expect(cancelled).toMatchObject({ state: 'cancelled', undoUntil: null });
    const worker = await rig.startWorker();
    const next = await start(admin, { ids: ids.slice(0, 1) });
    expect(await rig.untilEnded(admin.userId, next.id)).toMatchObject({ total: 1, about: 'Waiting 00001' });
    await worker.stop();
    expect((await phones(ids)).get(ids[1] ?? '')).toBe('before 2');
  });
});

describe('an operation', () => {
  beforeAll(async () => {
    await rig.startWorker();
  });

  it('changes the selected objects, reports each, records activity, and Undo restores everything', async () => {
    const ids = await insertPeople(rig.db, 'Chosen', 5);
    await rig.db
      .updateTable('users')
      .set({ phone: '110' })
      .where('id', '=', ids[2] ?? '')
      .execute();
    const before = await phones(ids);
    const started = await start(admin, { ids });
    expect(started).toMatchObject({ state: 'queued', total: 5, done: 0, undoUntil: null });
    const ended = await rig.untilEnded(admin.userId, started.id);
    expect(ended).toMatchObject({ state: 'done', done: 4, skipped: 1, failed: 0, cause: null });
    expect(ended.undoUntil).not.toBeNull();
    const items = await allItems(admin, started.id);
    expect(items.map((item) => item.state)).toEqual(['skipped', 'done', 'done', 'done', 'done']);
    expect(items[0]).toMatchObject({ objectId: ids[2], label: 'Chosen 00003', reason: 'Has it already.' });
    const activities = await rig.db
      .selectFrom('activities')
      .select(['actor_id', 'object_id'])
      .where('action', '=', 'user.phoneChanged')
      .where('object_id', 'in', ids)
      .execute();
    expect(activities).toHaveLength(4);
    expect(activities.every((activity) => activity.actor_id === admin.userId)).toBe(true);

    const undoing = await undo(admin, started.id);
    expect(undoing).toMatchObject({ undoOf: started.id, total: 4 });
    expect(await rig.untilEnded(admin.userId, undoing.id)).toMatchObject({ state: 'done', done: 4, undoUntil: null });
    expect(await phones(ids)).toEqual(before);
    const original = await rig.operations.get(admin.userId, started.id);
    expect(original).toMatchObject({ undone: 4, undoneBy: undoing.id, undoUntil: null });
    await expect(undo(admin, started.id)).rejects.toMatchObject({ code: 'undoNotPossible' });
  });

  it('fixes the matches of a view within the actor’s data scope, without the exceptions', async () => {
    const [own = '', other = ''] = await makeDepartments(2);
    const inside = await insertPeople(rig.db, 'Inside', 4, own);
    const outside = await insertPeople(rig.db, 'Outside', 3, other);
    const editor = await rig.app.identity({ roleId: 3, pages: [page], departmentId: own });
    const matching = await start(editor, { matching: 'search=side&sort=-name&page=2', except: inside.slice(0, 1) });
    const ended = await rig.untilEnded(editor.userId, matching.id);
    expect(ended).toMatchObject({ state: 'done', total: 3, done: 3 });
    expect(new Set((await phones(outside)).values())).not.toContain('110');
    const byId = await start(editor, { ids: [...outside, inside[0] ?? ''] });
    expect(await rig.untilEnded(editor.userId, byId.id)).toMatchObject({ total: 4, done: 1, skipped: 3 });
    const [skipped] = await allItems(editor, byId.id);
    expect(skipped?.reason).toBe('This doesn’t exist, or you don’t have access to it.');
    expect(new Set((await phones(outside)).values())).not.toContain('110');
  });

  it('skips objects changed since on Undo, and says so', async () => {
    const ids = await insertPeople(rig.db, 'Moving', 3);
    const { id } = await start(admin, { ids });
    await rig.untilEnded(admin.userId, id);
    const changed = ids[1] ?? '';
    await rig.db.updateTable('users').set({ phone: 'newer', version: 9 }).where('id', '=', changed).execute();
    const undoing = await undo(admin, id);
    expect(await rig.untilEnded(admin.userId, undoing.id)).toMatchObject({ done: 2, skipped: 1, failed: 0 });
    expect((await phones(ids)).get(changed)).toBe('newer');
    const [first] = await allItems(admin, undoing.id);
    expect(first).toMatchObject({ objectId: changed, state: 'skipped' });
    expect(first?.reason).toContain('Someone else changed this');
    const states = (await allItems(admin, id)).map((item) => item.state).sort();
    expect(states).toEqual(['done', 'undone', 'undone']);
  });

  it('continues after a failed object and rolls that one back', async () => {
    const broken: string[] = [];
    meanwhile = async (objectId, transaction) => {
      if (!broken.includes(objectId)) return;
      await transaction.updateTable('users').set({ phone: 'half' }).where('id', '=', objectId).execute();
      const entry = { action: 'user.halfDone', objectType: 'user', objectId, actorId: null, ip: null, requestId: null };
      await insertActivity(transaction, entry);
      await new EventPublisher().publish(transaction, objectId, { topic: 'permissions' });
      throw new Error('the printer is on fire');
    };
    const ids = await insertPeople(rig.db, 'Broken', 3);
    broken.push(ids[1] ?? '');
    const { id } = await start(admin, { ids });
    expect(await rig.untilEnded(admin.userId, id)).toMatchObject({ state: 'done', done: 2, failed: 1 });
    const [first] = await allItems(admin, id);
    expect(first).toMatchObject({ objectId: ids[1], label: 'Broken 00002', state: 'failed' });
    expect(first?.reason).not.toContain('printer');
    expect((await phones(ids)).get(ids[1] ?? '')).toBe('before 2');
    const activities = await rig.db
      .selectFrom('activities')
      .selectAll()
      .where('object_id', 'in', ids)
      .orderBy('id')
      .execute();
    expect(activities.map((row) => [row.action, row.object_id])).toEqual([
      ['user.phoneChanged', ids[0]],
      ['user.phoneChanged', ids[2]],
    ]);
    expect(await rig.db.selectFrom('events').select('id').where('user_id', 'in', ids).execute()).toEqual([]);
  });

  it('stops after the current object when cancelled, and finished ones can be undone', async () => {
    const seen: string[] = [];
    meanwhile = async (objectId) => {
      seen.push(objectId);
      if (seen.length !== 3) return;
      const [open] = (await rig.operations.list(rig.app.admin.userId, { after: undefined, size: 1 })).rows;
      const asked = await rig.operations.cancel(await rig.app.context(rig.app.admin), open?.id ?? '');
      expect(asked).toMatchObject({ state: 'running', stopping: true });
      pass(100);
    };
    const ids = await insertPeople(rig.db, 'Stopping', 10);
    const { id } = await start(admin, { ids });
    const ended = await rig.untilEnded(admin.userId, id);
    expect(ended).toMatchObject({ state: 'cancelled', total: 10, done: 3, stopping: false });
    expect(seen).toHaveLength(3);
    const undoing = await undo(admin, id);
    expect(await rig.untilEnded(admin.userId, undoing.id)).toMatchObject({ state: 'done', done: 3 });
    expect((await phones(ids)).get(ids[0] ?? '')).toBe('before 1');
  });

  it.each([
    ['lost the page', 'You don’t have access to the page “User management”. Ask an administrator for access.'],
    ['lost the role', 'Your role doesn’t allow this. Ask an administrator.'],
    ['is forbidden', 'You’re not allowed to log in. Ask an administrator for access.'],
  ])('stops with a clear cause when the person %s during the run', async (how, cause) => {
    let actor: Identity | undefined;
    let count = 0;
    meanwhile = async () => {
      count += 1;
      if (count !== 2 || !actor) return;
      if (how === 'lost the page') await rig.db.deleteFrom('permission_group_members').execute();
      const change = how === 'is forbidden' ? { access: 1 } : how === 'lost the role' ? { role_id: 4 } : {};
      if (Object.keys(change).length > 0)
        await rig.db.updateTable('users').set(change).where('id', '=', actor.userId).execute();
      // Longer than one batch, so the next batch checks the changed permissions.
      pass(400);
    };
    const [departmentId = ''] = await makeDepartments(1);
    const ids = await insertPeople(rig.db, `Lost ${how}`, 10, departmentId);
    actor = await rig.app.identity({ roleId: 3, pages: [page], departmentId });
    const { id } = await start(actor, { ids });
    const ended = await rig.untilEnded(actor.userId, id);
    expect(ended).toMatchObject({ state: 'failed', cause, total: 10, done: 2 });
    expect([...(await phones(ids)).values()].filter((phone) => phone === '110')).toHaveLength(2);
    const bell = await rig.db.selectFrom('notifications').select('kind').where('user_id', '=', actor.userId).execute();
    expect(bell).toEqual([{ kind: 'operationFailed' }]);
  });

  it('refuses missing rights, unknown actions and invalid input or views', async () => {
    const ids = await insertPeople(rig.db, 'Safe', 1);
    const stranger = await rig.app.identity({ roleId: 3 });
    const user = await rig.app.identity({ roleId: 4, pages: [page] });
    await expect(start(stranger, { ids })).rejects.toMatchObject({ code: 'pageForbidden' });
    await expect(start(user, { ids })).rejects.toMatchObject({ code: 'abilityMissing' });
    const context = await rig.app.context(admin);
    const wanted = { list: 'user', action: 'setPhone', selection: { ids }, input };
    const startOdd = (odd: object) => rig.operations.start(context, { ...wanted, ...odd });
    await expect(startOdd({ action: 'nothing' })).rejects.toMatchObject({ code: 'invalidInput' });
    await expect(startOdd({ list: 'constructor' })).rejects.toMatchObject({ code: 'invalidInput' });
    await expect(startOdd({ action: 'inner' })).rejects.toMatchObject({ code: 'invalidInput' });
    await expect(startOdd({ input: { phone: '1', role_id: 1 } })).rejects.toMatchObject({ code: 'invalidInput' });
    for (const matching of ['colour=red', 'search=a&search=b', 'tab=nowhere', 'sort=password_hash']) {
      const selection = { matching, except: [] };
      await expect(startOdd({ selection })).rejects.toMatchObject({ code: 'invalidInput' });
    }
    expect((await phones(ids)).get(ids[0] ?? '')).toBe('before 1');
    const started = await rig.db
      .selectFrom('operations')
      .select('id')
      .where('actor_id', 'in', [stranger.userId, user.userId])
      .execute();
    expect(started).toEqual([]);
  });

  it('reports progress and end to open windows', async () => {
    const ids = await insertPeople(rig.db, 'Told', 3);
    const { id } = await start(admin, { ids });
    await rig.untilEnded(admin.userId, id);
    const events = await rig.db.selectFrom('events').select(['user_id', 'payload']).orderBy('id').execute();
    const told = events.flatMap((event) => {
      const { operation } = event.payload as { operation?: { id: string; state: string } };
      return operation?.id === id ? [{ userId: event.user_id, state: operation.state }] : [];
    });
    expect(told.every((event) => event.userId === admin.userId)).toBe(true);
    expect([...new Set(told.map((event) => event.state))]).toEqual(['queued', 'running', 'done']);
    expect(told.filter((event) => event.state === 'done')).toHaveLength(1);
  });
});
