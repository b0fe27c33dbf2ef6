import { listLibraries, updateLibrary } from '@lectern/contract/features/library.ts';
import {
  cancelStep,
  exportWork,
  getWork,
  getWorkOverview,
  listOcr,
  listResourceWork,
  listWork,
  pauseQueue,
  runMissing,
  runStep,
  workNeighbours,
} from '@lectern/contract/features/machine-work.ts';
import {
  getOperation,
  listOperationItems,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobSkipped, PermanentJobError } from '../../platform/queue/job-endings.ts';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { type MachineRig, openMachineRig } from '../../testing/machine-rig.ts';
import { changeResource, makeResource, resourcePages } from '../../testing/resource-rig.ts';
import { cookieHeader, type Identity, type TestApp } from '../../testing/test-app.ts';
import { schoolLibrary } from '../../testing/upload-client.ts';
import { runChecks } from '../verify/run-checks.ts';

const pages = [...resourcePages, '/app/data/convert', '/app/handle/img', '/app/handle/asr'];

let test: TestApp;
let rig: MachineRig;
let campus: Campus;
let editor: Identity;
let stranger: Identity;
let owner: Identity;
beforeAll(async () => {
  rig = await openMachineRig();
  test = rig.test;
  campus = await buildCampus(test);
  editor = await test.identity({ roleId: 3, pages, departmentId: campus.physics });
  stranger = await test.identity({ roleId: 3, pages, departmentId: campus.history });
  owner = await test.identity({ roleId: 4, pages, departmentId: campus.physics });
  const { data } = await test.call(listLibraries, {}, { as: test.admin });
  const version = data.find((library) => library.id === schoolLibrary)?.version ?? 0;
  const body = { contributors: 'everyone' as const, version };
  await test.call(updateLibrary, { params: { id: schoolLibrary }, body }, { as: test.admin });
});
afterAll(() => rig.close());
beforeEach(() => rig.reset());

async function findings(): Promise<Record<string, number>> {
  const verified = await runChecks(test.db, test.container.services.fileStore, { checksums: false });
  return Object.fromEntries(verified.filter(({ count }) => count > 0).map(({ what, count }) => [what, count]));
}

async function failing(name?: string, as?: Identity): Promise<string> {
  rig.behaviour.ocr = async () => {
    throw new PermanentJobError('No text was found.', { causeCode: 'noText' });
  };
  const id = await rig.upload(name, as);
  await rig.until(id, { ocr: 'failed' });
  await eventually(async () => expect((await rig.statesOf(id)).asr).not.toMatch(/pending|queued|running/));
  return id;
}

async function ended(id: string, as: Identity) {
  return eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as });
    expect(data.state).toBe('done');
    return data;
  });
}

async function carryOut(list: string, action: string, ids: string[], input: Record<string, unknown> = {}, as = editor) {
  const { data } = await test.call(startOperation, { body: { list, action, selection: { ids }, input } }, { as });
  return ended(data.id, as);
}

async function undo(id: string, as = editor) {
  const { data } = await test.call(undoOperation, { params: { id } }, { as });
  return ended(data.id, as);
}

async function workOf(resourceId: string, kind: 'inspect' | 'convert' | 'ocr' | 'asr') {
  const work = (await rig.worksOf(resourceId))[kind];
  if (!work) throw new Error(`There is no ${kind}`);
  return work;
}

describe('the job list', () => {
  it('shows resource, step and cause, and tab counts equal the rows', async () => {
    const id = await failing('Failing lesson.txt', owner);
    const { data } = await test.call(listWork, { query: { tab: 'attention' } }, { as: editor });
    const row = data.rows.find((work) => work.resource.id === id);
    expect(row).toMatchObject({
      kind: 'ocr',
      state: 'failed',
      cause: 'No text was found.',
      causeCode: 'noText',
      resource: { title: 'Failing lesson', kind: 'document', format: 'txt', owner: { id: owner.userId } },
      versionNumber: 1,
      current: true,
    });
    for (const tab of ['attention', 'running', 'waiting', 'done', 'all'] as const) {
      const page = await test.call(listWork, { query: { tab } }, { as: editor });
      expect([tab, page.data.tabs[tab]?.value]).toEqual([tab, page.data.rows.length]);
    }
    expect(await findings()).toEqual({});
  });

  it('can be filtered by step, cause, resource and missing steps', async () => {
    const id = await failing('Filtered lesson.txt', owner);
    const idsOf = async (query: Record<string, string>) =>
      (await test.call(listWork, { query: { tab: 'all', ...query } }, { as: editor })).data.rows
        .filter((work) => work.resource.id === id)
        .map((work) => work.kind)
        .sort();
    expect(await idsOf({ cause: 'noText' })).toEqual(['ocr']);
    expect(await idsOf({ kind: 'asr,inspect' })).toEqual(['asr', 'inspect']);
    expect(await idsOf({ resource: 'filtered' })).toEqual(['asr', 'convert', 'inspect', 'ocr']);
    expect(await idsOf({ search: 'filtered lesson' })).toEqual(['asr', 'convert', 'inspect', 'ocr']);
    expect(await idsOf({ missing: 'failed,noEngine' })).toEqual(['ocr']);
    expect(await idsOf({ missing: 'noEngine' })).toEqual([]);
    expect(await idsOf({ library: schoolLibrary, owner: owner.userId, state: 'done', current: 'yes' })).toEqual([
      'asr',
      'convert',
      'inspect',
    ]);
  });

  it('hides jobs outside the data scope and refuses actions on them', async () => {
    const id = await failing('Secret lesson.txt', owner);
    const { id: workId } = await workOf(id, 'ocr');
    const query: Record<string, string> = { tab: 'all', resource: 'secret lesson' };
    const own = await test.call(listWork, { query: { ...query } }, { as: owner });
    expect(own.data.rows).toHaveLength(4);
    const other = await test.call(listWork, { query: { ...query } }, { as: stranger });
    expect(other.data.rows).toEqual([]);
    expect((await test.call(getWork, { params: { id: workId } }, { as: stranger })).http).toBe(404);
    expect((await test.call(listResourceWork, { params: { id } }, { as: stranger })).http).toBe(404);
    expect((await test.call(runStep, { params: { id, kind: 'ocr' }, body: {} }, { as: stranger })).http).toBe(404);
    expect((await test.call(cancelStep, { params: { id, kind: 'ocr' } }, { as: stranger })).http).toBe(404);
    const operation = await carryOut('work', 'run', [workId], {}, stranger);
    expect(operation).toMatchObject({ done: 0, skipped: 1 });
    const overview = await test.call(getWorkOverview, {}, { as: stranger });
    expect(overview.data.causes).toEqual([]);
    const peer = await test.identity({ roleId: 4, pages, departmentId: campus.physics });
    expect((await test.call(getWork, { params: { id: workId } }, { as: peer })).http).toBe(404);
  });

  it('hides logs from people who can only view the published resource', async () => {
    const id = await failing('Published lesson.txt', owner);
    await test.db.updateTable('resources').set({ state: 'published' }).where('id', '=', id).execute();
    const { data } = await test.call(listResourceWork, { params: { id } }, { as: stranger });
    expect(data.map(({ work, log }) => [work.kind, log])).toEqual([
      ['inspect', ''],
      ['convert', ''],
      ['ocr', ''],
      ['asr', ''],
    ]);
    const own = await test.call(listResourceWork, { params: { id } }, { as: owner });
    expect(own.data[2]?.log).toContain('Failed permanently');
    expect((await test.call(runStep, { params: { id, kind: 'ocr' }, body: {} }, { as: stranger })).http).toBe(403);
  });

  it('links Previous and Next by resource, skipping further rows of the same one', async () => {
    const ids = [await rig.upload('One.txt', owner), await rig.upload('Two.txt', owner)];
    for (const id of ids) await rig.until(id, { asr: 'done' });
    const view = 'tab=all&sort=queued';
    const { data: list } = await test.call(listWork, { query: { tab: 'all', sort: 'queued' } }, { as: editor });
    const at = list.rows.findIndex((work) => work.resource.id === ids[0]);
    const around = async (id: string, query: { list: 'work' | 'ocr'; view: string; row?: string }, as = editor) =>
      (await test.call(workNeighbours, { params: { id }, query }, { as })).data;
    const row = String(list.rows[at]?.id);
    const after = list.rows.slice(at).find((work) => work.resource.id !== ids[0]);
    expect(await around(String(ids[0]), { list: 'work', view, row })).toMatchObject({
      next: { id: after?.resource.id, row: after?.id, kind: 'document' },
      before: at,
      after: list.rows.length - at - 1,
    });
    const nothing = { previous: null, next: null, before: null, after: null };
    expect(await around(String(ids[0]), { list: 'work', view, row }, stranger)).toEqual(nothing);
    const order = (await test.call(listOcr, { query: { tab: 'all', sort: 'queued' } }, { as: editor })).data.rows;
    const place = order.findIndex((work) => work.resource.id === ids[1]);
    const found = await around(String(ids[1]), { list: 'ocr', view });
    expect([found.previous?.id, found.next?.id]).toEqual([
      order[place - 1]?.resource.id,
      order[place + 1]?.resource.id,
    ]);
  });

  it('is exported with the same rows, in words', async () => {
    await failing('Exported lesson.txt', owner);
    const response = await test.app.inject({
      url: `/api${exportWork.path}?tab=all&resource=exported&format=csv&columns=resource,kind,state,cause`,
      headers: { cookie: cookieHeader(editor.cookies) },
    });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Exported lesson,Text recognition,Failed,No text was found.');
  });
});

describe('actions on jobs', () => {
  it('re-run failed jobs with other options and report skipped ones', async () => {
    const id = await failing('Again.txt', owner);
    const { id: workId } = await workOf(id, 'ocr');
    delete rig.behaviour.ocr;
    const operation = await carryOut('ocr', 'run', [workId], { options: { language: 'zh' } });
    expect(operation).toMatchObject({ done: 1, skipped: 0 });
    await rig.until(id, { ocr: 'done' });
    expect((await workOf(id, 'ocr')).options).toEqual({ language: 'zh' });
    const wrong = await carryOut('ocr', 'run', [workId], { options: { colour: 'red' } });
    expect(wrong).toMatchObject({ done: 0, skipped: 1 });
    const { data } = await test.call(listOperationItems, { params: { id: wrong.id } }, { as: editor });
    expect(data.rows[0]?.reason).toContain('Colour');
    await changeResource(test.db, id, { state: 'trashed' });
    expect(await carryOut('work', 'run', [workId])).toMatchObject({ done: 0, skipped: 1 });
  });

  it('raise and lower the priority of waiting jobs, with Undo', async () => {
    const held = rig.gate('convert');
    const first = await rig.upload('first.txt', owner);
    await held.begun;
    const second = await rig.upload('second.txt', owner);
    const third = await rig.upload('third.txt', owner);
    await rig.until(third, { convert: 'queued' });
    await rig.until(second, { convert: 'queued' });
    const { id: workId } = await workOf(third, 'convert');
    const raised = await carryOut('work', 'raise', [workId]);
    expect((await workOf(third, 'convert')).priority).toBe(1);
    // Later steps aren't queued yet and are raised too.
    expect(await rig.statesOf(third)).toMatchObject({ ocr: 'pending' });
    expect((await workOf(third, 'ocr')).priority).toBe(1);
    expect((await workOf(second, 'ocr')).priority).toBe(0);
    expect(await undo(raised.id)).toMatchObject({ done: 1 });
    expect((await workOf(third, 'convert')).priority).toBe(0);
    expect((await workOf(third, 'ocr')).priority).toBe(0);
    const again = await carryOut('work', 'raise', [workId]);
    await carryOut('work', 'raise', [workId]);
    expect(await undo(again.id)).toMatchObject({ done: 0, skipped: 1 });
    const order: string[] = [];
    rig.behaviour.convert = async ({ version }) => {
      order.push(version.resourceId);
      return { engine: 'tester 1' };
    };
    held.open();
    await rig.until(second, { convert: 'done' });
    await rig.until(third, { convert: 'done' });
    expect(order).toEqual([third, second]);
    await rig.until(first, { asr: 'done' });
    expect(await carryOut('work', 'lower', [workId])).toMatchObject({ done: 0, skipped: 1 });
    const asUser = await test.call(
      startOperation,
      { body: { list: 'work', action: 'raise', selection: { ids: [workId] }, input: {} } },
      { as: owner },
    );
    expect(asUser.http).toBe(403);
  });

  it('cancel waiting and running jobs, and Undo restarts them', async () => {
    const held = rig.gate('asr');
    const id = await rig.upload('cancelled.txt', owner);
    await held.begun;
    await rig.until(id, { asr: 'running' });
    const { id: workId } = await workOf(id, 'asr');
    const cancelled = await carryOut('asr', 'cancel', [workId]);
    expect(await rig.statesOf(id)).toMatchObject({ asr: 'cancelled' });
    expect(await carryOut('asr', 'cancel', [workId])).toMatchObject({ done: 0, skipped: 1 });
    delete rig.behaviour.asr;
    expect(await undo(cancelled.id)).toMatchObject({ done: 1 });
    await rig.until(id, { asr: 'done' });
    held.open();
  });

  it('mark results as checked, with Undo', async () => {
    rig.behaviour.ocr = async () => ({ engine: 'tester 1', confidence: 0.4, needsCheck: true, language: 'en' });
    const id = await rig.upload('doubtful.txt', owner);
    await rig.until(id, { ocr: 'done', asr: 'done' });
    const { id: workId } = await workOf(id, 'ocr');
    const query: Record<string, string> = { tab: 'needsCheck', resource: 'doubtful' };
    const needing = await test.call(listOcr, { query }, { as: editor });
    expect(needing.data.rows).toMatchObject([{ id: workId, check: 'needsCheck', confidence: 0.4, language: 'en' }]);
    const marked = await carryOut('ocr', 'markChecked', [workId]);
    expect((await workOf(id, 'ocr')).check).toBe('checked');
    expect(await undo(marked.id)).toMatchObject({ done: 1 });
    expect((await workOf(id, 'ocr')).check).toBe('needsCheck');
    const { id: convertId } = await workOf(id, 'convert');
    expect(await carryOut('work', 'markChecked', [convertId])).toMatchObject({ done: 0, skipped: 1 });
    expect(await findings()).toEqual({});
  });
});

describe('run missing', () => {
  it('covers steps that never ran, lacked an engine or, on request, failed, and older files', async () => {
    rig.behaviour.asr = async () => {
      throw new JobSkipped('whisper is not installed. Install it with: apt', 'engineMissing');
    };
    const failed = await failing('missing 1.txt', owner);
    await rig.until(failed, { asr: 'skipped' });
    const older = await makeResource(test, { owner, title: 'missing older' });
    rig.reset();
    const start = (body: { kinds: ('asr' | 'ocr' | 'inspect')[]; failed?: boolean }, as = editor) =>
      test.call(runMissing, { body }, { as });
    const asr = await start({ kinds: ['asr'] });
    expect(asr.http).toBe(202);
    await ended(asr.data.operationId, editor);
    await rig.until(failed, { asr: 'done', ocr: 'failed' });
    await rig.until(older.id, { inspect: 'done', asr: 'done', convert: 'none' });
    expect((await workOf(failed, 'asr')).priority).toBe(-5);
    const ocr = await start({ kinds: ['ocr'], failed: true });
    await ended(ocr.data.operationId, editor);
    await rig.until(failed, { ocr: 'done' });
    expect((await start({ kinds: ['asr'] }, owner)).http).toBe(403);
    const onlyImages = await test.identity({ roleId: 3, pages: ['/app/handle/img'], departmentId: campus.physics });
    expect((await start({ kinds: ['ocr'] }, onlyImages)).http).toBe(202);
    expect((await start({ kinds: ['inspect'] }, onlyImages)).http).toBe(403);
    expect(await findings()).toEqual({});
  });
});

describe('the overview', () => {
  it('counts queues, groups causes with an example, and shows the last day and the workers', async () => {
    const id = await failing('Overview.txt', owner);
    const { data } = await test.call(getWorkOverview, {}, { as: editor });
    expect(data.queues.map((queue) => queue.kind)).toEqual(['inspect', 'convert', 'ocr', 'asr']);
    const ocr = data.queues.find((queue) => queue.kind === 'ocr');
    expect(ocr).toMatchObject({ waiting: 0, running: 0, oldestWaitingAt: null });
    expect(ocr?.failed).toBeGreaterThan(0);
    const cause = data.causes.find((entry) => entry.kind === 'ocr' && entry.cause === 'noText');
    expect(cause).toMatchObject({ example: 'No text was found.', resource: { id, name: 'Overview' } });
    expect(data.throughput).toHaveLength(24);
    expect(data.throughput.at(-1)?.done).toBeGreaterThan(0);
    expect(data.workers).toHaveLength(1);
  });

  it('lets only administrators pause', async () => {
    const request = { params: { kind: 'asr' as const }, body: { paused: true } };
    expect((await test.call(pauseQueue, request, { as: editor })).http).toBe(403);
  });
});

describe('a library’s rule', () => {
  it('decides which steps run automatically, and is listed with the library', async () => {
    const find = async () => {
      const { data } = await test.call(listLibraries, {}, { as: test.admin });
      return data.find((library) => library.id === schoolLibrary);
    };
    const library = await find();
    expect(library?.processing).toEqual({ convert: true, ocr: true, asr: true });
    const change = (processing: { convert: boolean; ocr: boolean; asr: boolean }, version: number) =>
      test.call(updateLibrary, { params: { id: schoolLibrary }, body: { processing, version } }, { as: test.admin });
    const off = { convert: true, ocr: false, asr: false };
    const { data } = await change(off, library?.version ?? 0);
    expect(data.processing).toEqual(off);
    const same = await change(off, data.version);
    expect(same.data.version).toBe(data.version);
    const id = await rig.upload('by rule.txt');
    await rig.until(id, { inspect: 'done', convert: 'done', ocr: 'none', asr: 'none' });
    await change({ convert: true, ocr: true, asr: true }, data.version);
  });
});
