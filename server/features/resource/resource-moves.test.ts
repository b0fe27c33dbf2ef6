import { getResource, moveResource, updateResource } from '@lectern/contract/features/resource.ts';
import {
  type ResourceMove,
  type ResourceState,
  resourceMoveNames,
  resourceStates,
} from '@lectern/contract/features/resource-state.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus } from '../../testing/campus.ts';
import {
  makeResource,
  makeStaff,
  resourcePages,
  resourceRowOf,
  type Staff,
  versionOf,
} from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let staff: Staff;
beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
});
afterAll(() => test.close());

type Who = 'admin' | 'editor' | 'otherEditor' | 'owner' | 'stranger';
const everybody: readonly Who[] = ['admin', 'editor', 'otherEditor', 'owner', 'stranger'];

/** The rules of product.md, written out again by hand: where each move leads and who may make it. */
const table: Record<ResourceMove, { from: Partial<Record<ResourceState, ResourceState>>; who: readonly Who[] }> = {
  submit: { from: { draft: 'in_review', ready: 'in_review' }, who: ['admin', 'editor', 'owner'] },
  withdraw: { from: { in_review: 'ready' }, who: ['admin', 'editor', 'owner'] },
  publish: {
    from: { ready: 'published', in_review: 'published', offline: 'published' },
    who: ['admin', 'editor'],
  },
  reject: { from: { in_review: 'rejected' }, who: ['admin', 'editor'] },
  offline: { from: { published: 'offline' }, who: ['admin', 'editor'] },
  trash: {
    from: {
      draft: 'trashed',
      processing: 'trashed',
      ready: 'trashed',
      in_review: 'trashed',
      rejected: 'trashed',
      offline: 'trashed',
      blocked: 'trashed',
    },
    who: ['admin', 'editor'],
  },
  restore: { from: { trashed: 'ready' }, who: ['admin', 'editor', 'owner'] },
  purge: { from: { trashed: 'purged' }, who: ['admin'] },
};
const ownersOwn: readonly ResourceState[] = ['draft', 'processing', 'ready', 'rejected'];

function expectedFor(who: Who, move: ResourceMove, state: ResourceState): ResourceState | number {
  const isReader = who === 'admin' || who === 'editor' || who === 'owner' || state === 'published';
  if (!isReader) return 404;
  if (state === 'purged') return 410;
  const { from, who: movers } = table[move];
  const mayMove = movers.includes(who) || (move === 'trash' && who === 'owner' && ownersOwn.includes(state));
  const to = from[state];
  if (to && mayMove) return to;
  if (!mayMove && !(move === 'trash' && who === 'owner' && !to)) return 403;
  return 409;
}

async function attempt(as: Identity, id: string, move: ResourceMove): Promise<ResourceState | number> {
  const { title, version } = await resourceRowOf(test, id);
  const answer = await test.call(
    moveResource,
    { params: { id }, body: { move, version, reason: 'because', ...(move === 'purge' && { confirm: title }) } },
    { as },
  );
  if (answer.status !== 200) return answer.status;
  expect(answer.data === null).toBe(move === 'purge');
  return (await resourceRowOf(test, id)).state as ResourceState;
}

describe('every move, from every state, by every role', () => {
  const cases = resourceMoveNames.flatMap((move) => resourceStates.map((state) => ({ move, state })));
  it.each(cases)('$move from $state', async ({ move, state }) => {
    for (const who of everybody) {
      const { id } = await makeResource(test, { owner: staff.owner, state });
      const before = await resourceRowOf(test, id);
      const expected = expectedFor(who, move, state);
      expect([who, await attempt(staff[who], id, move)]).toEqual([who, expected]);
      if (typeof expected === 'number') expect(await resourceRowOf(test, id)).toEqual(before);
    }
  });
});

describe('a move', () => {
  it('by an administrator needs the resource in the position’s data scope, even their own', async () => {
    const { department_id } = await resourceRowOf(test, (await makeResource(test, { owner: staff.otherEditor })).id);
    const narrow = await test.identity({ roleId: 2, pages: resourcePages, departmentId: department_id ?? '' });
    const position = { id: newId(), name: 'Archivist', role_id: 2, data_scope: 'department' };
    await test.db.insertInto('positions').values(position).execute();
    await test.db.updateTable('users').set({ position_id: position.id }).where('id', '=', narrow.userId).execute();
    const inScope = await makeResource(test, { owner: staff.otherEditor, state: 'trashed' });
    const foreign = await makeResource(test, { owner: staff.owner, state: 'trashed' });
    const moved = await makeResource(test, { owner: narrow, departmentId: null, state: 'trashed' });
    expect(await attempt(narrow, inScope.id, 'purge')).toBe('purged');
    expect(await attempt(narrow, foreign.id, 'purge')).toBe(404);
    expect(await attempt(narrow, moved.id, 'purge')).toBe(403);
  });

  it('is offered exactly where it is accepted', async () => {
    for (const state of resourceStates.filter((one) => one !== 'purged')) {
      const { id } = await makeResource(test, { owner: staff.owner, state });
      for (const who of ['admin', 'editor', 'owner'] as const) {
        const { data } = await test.call(getResource, { params: { id } }, { as: staff[who] });
        const accepted = resourceMoveNames.filter((move) => typeof expectedFor(who, move, state) === 'string');
        expect([who, state, data.moves.toSorted()]).toEqual([who, state, accepted.toSorted()]);
      }
    }
  });

  it('is refused if someone else changed the resource', async () => {
    const { id } = await makeResource(test, { owner: staff.owner });
    const version = await versionOf(test, id);
    await test.call(updateResource, { params: { id }, body: { title: 'Newer', version } }, { as: staff.owner });
    const late = await test.call(
      moveResource,
      { params: { id }, body: { move: 'publish', version } },
      { as: staff.editor },
    );
    expect(late.failure).toMatchObject({ status: 409, code: 'changedMeanwhile' });
  });

  it('to rejected needs a reason, shown until the owner edits the resource', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, state: 'in_review' });
    const body = { move: 'reject' as const, version: await versionOf(test, id) };
    expect((await test.call(moveResource, { params: { id }, body }, { as: staff.editor })).status).toBe(422);
    const rejected = await test.call(
      moveResource,
      { params: { id }, body: { ...body, reason: 'The scan is crooked' } },
      { as: staff.editor },
    );
    expect(rejected.data).toMatchObject({ state: 'rejected', stateReason: 'The scan is crooked' });
    const byEditor = { description: 'Checked', version: await versionOf(test, id) };
    const edited = await test.call(updateResource, { params: { id }, body: byEditor }, { as: staff.editor });
    expect(edited.data.state).toBe('rejected');
    const byOwner = { title: 'Straight now', version: edited.data.version };
    const reopened = await test.call(updateResource, { params: { id }, body: byOwner }, { as: staff.owner });
    expect(reopened.data).toMatchObject({ state: 'draft', stateReason: null });
  });

  it('to Trash and back restores the earlier state and rejection reason', async () => {
    for (const state of ['draft', 'ready', 'in_review', 'rejected', 'offline', 'blocked'] as const) {
      const { id } = await makeResource(test, {
        owner: staff.owner,
        state: state === 'rejected' ? 'in_review' : state,
      });
      if (state === 'rejected') await attempt(staff.editor, id, 'reject');
      expect(await attempt(staff.editor, id, 'trash')).toBe('trashed');
      expect(await attempt(staff.owner, id, 'restore')).toBe(state);
      const { state_reason: reason } = await resourceRowOf(test, id);
      expect(reason).toBe(state === 'rejected' ? 'because' : null);
    }
  });

  it('to review opens one task, and deciding or withdrawing closes it', async () => {
    const { id } = await makeResource(test, { owner: staff.owner });
    const open = () => test.container.services.tasks.findOpen(test.db, `review:${id}`);
    await attempt(staff.owner, id, 'submit');
    expect(await open()).toMatchObject({ kind: 'review', object_id: id });
    await attempt(staff.owner, id, 'withdraw');
    expect(await open()).toBeUndefined();
    await attempt(staff.owner, id, 'submit');
    await attempt(staff.editor, id, 'publish');
    expect(await open()).toBeUndefined();
  });

  it('by someone else notifies the owner, and one’s own doesn’t', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, title: 'Told of' });
    const told = async () => {
      const rows = await test.db
        .selectFrom('notifications')
        .select(['kind', 'params', 'link'])
        .where('user_id', '=', staff.owner.userId)
        .execute();
      return rows.filter((row) => row.link?.endsWith(id)).map((row) => row.kind);
    };
    await attempt(staff.owner, id, 'submit');
    expect(await told()).toEqual([]);
    await attempt(staff.editor, id, 'publish');
    await attempt(staff.editor, id, 'offline');
    expect((await told()).toSorted()).toEqual(['resourceOffline', 'resourcePublished']);
  });
});

describe('with review before publishing', () => {
  it('no one publishes their own or unsubmitted resources', async () => {
    const { settings } = test.container.services;
    const context = await test.context(test.admin);
    const { version } = await settings.versioned();
    await settings.update(context, { settings: { reviewBeforePublish: true }, version });
    try {
      const own = await makeResource(test, { owner: staff.editor, state: 'in_review' });
      const ready = await makeResource(test, { owner: staff.owner, state: 'ready' });
      const handedIn = await makeResource(test, { owner: staff.owner, state: 'in_review' });
      expect(await attempt(staff.editor, own.id, 'publish')).toBe(409);
      expect(await attempt(staff.editor, ready.id, 'publish')).toBe(409);
      expect(await attempt(staff.admin, own.id, 'publish')).toBe('published');
      const { data } = await test.call(getResource, { params: { id: ready.id } }, { as: staff.editor });
      expect(data.moves).not.toContain('publish');
      expect(await attempt(staff.editor, handedIn.id, 'publish')).toBe('published');
      const schedule = test.container.services.actions.find((one) => one.list === 'resource' && one.id === 'schedule');
      const input = { publishAt: new Date(Date.now() + 3_600_000).toISOString(), offlineAt: null };
      const later = await makeResource(test, { owner: staff.editor, state: 'in_review' });
      const actor = await test.context(staff.editor);
      const planned = await test.db
        .transaction()
        .execute(async (transaction) => schedule?.apply(transaction, later.id, input, actor, undefined));
      expect(planned).toMatchObject({ state: 'skipped' });
    } finally {
      const now = await settings.versioned();
      await settings.update(context, { settings: { reviewBeforePublish: false }, version: now.version });
    }
  });
});
