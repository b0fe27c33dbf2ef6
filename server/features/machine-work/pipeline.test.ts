import { cancelStep, getWork, pauseQueue, runStep } from '@lectern/contract/features/machine-work.ts';
import { restoreVersion } from '@lectern/contract/features/resource-detail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobSkipped, PermanentJobError } from '../../platform/queue/job-endings.ts';
import { eventually } from '../../testing/eventually.ts';
import { type MachineRig, openMachineRig, well } from '../../testing/machine-rig.ts';
import { changeResource } from '../../testing/resource-rig.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { schoolLibrary } from '../../testing/upload-client.ts';
import { runChecks } from '../verify/run-checks.ts';

let test: TestApp;
let rig: MachineRig;
beforeAll(async () => {
  rig = await openMachineRig();
  test = rig.test;
});
afterAll(() => rig.close());
beforeEach(() => rig.reset());

async function resourceOf(id: string) {
  return test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function findings(): Promise<Record<string, number>> {
  const verified = await runChecks(test.db, test.container.services.fileStore, { checksums: false });
  return Object.fromEntries(verified.filter(({ count }) => count > 0).map(({ what, count }) => [what, count]));
}

describe('a new file', () => {
  it('runs every step that applies, in order, and is ready after the last', async () => {
    const held = rig.gate('asr');
    const id = await rig.upload();
    await held.begun;
    await rig.until(id, { inspect: 'done', convert: 'done', ocr: 'done', asr: 'running' });
    expect((await resourceOf(id)).state).toBe('processing');
    held.open();
    await rig.until(id, { asr: 'done' });
    expect(await resourceOf(id)).toMatchObject({ state: 'ready', work_failed: false });
    expect(rig.runs[0]?.kind).toBe('inspect');
    expect(rig.runs[1]?.kind).toBe('convert');
    expect(rig.runs.map((run) => run.kind).sort()).toEqual(['asr', 'convert', 'inspect', 'ocr']);
    expect((await rig.worksOf(id)).asr).toMatchObject({
      engine: 'tester 1',
      tries: 1,
      current: true,
      versionNumber: 1,
    });
    expect(await findings()).toEqual({});
  });

  it('has no row for steps that don’t apply', async () => {
    const id = await rig.upload('notes.md');
    await rig.until(id, { asr: 'done' });
    expect(Object.keys(await rig.worksOf(id)).sort()).toEqual(['asr', 'convert', 'inspect']);
  });

  it('waits with steps its library turned off until someone runs them', async () => {
    await sql`update libraries set processing = '{"ocr": false}' where id = ${schoolLibrary}`.execute(test.db);
    const id = await rig.upload();
    await sql`update libraries set processing = '{}' where id = ${schoolLibrary}`.execute(test.db);
    await rig.until(id, { inspect: 'done', convert: 'done', ocr: 'none', asr: 'done' });
    expect((await resourceOf(id)).state).toBe('ready');
    const answer = await test.call(runStep, { params: { id, kind: 'ocr' }, body: {} }, { as: test.admin });
    expect([answer.http, answer.data.state]).toEqual([202, 'queued']);
    await rig.until(id, { ocr: 'done' });
    expect(await resourceOf(id)).toMatchObject({ state: 'ready' });
  });
});

describe('a step that fails', () => {
  it('has a cause, blocks nothing else and shows on the resource', async () => {
    rig.behaviour.convert = async () => {
      throw new PermanentJobError('The file is password-protected.', { causeCode: 'protected' });
    };
    const id = await rig.upload();
    await rig.until(id, { convert: 'failed', ocr: 'done', asr: 'done' });
    expect(await resourceOf(id)).toMatchObject({ state: 'ready', work_failed: true });
    const { convert } = await rig.worksOf(id);
    expect(convert).toMatchObject({ cause: 'The file is password-protected.', causeCode: 'protected', tries: 1 });
    rig.behaviour.convert = well;
    await test.call(runStep, { params: { id, kind: 'convert' }, body: {} }, { as: test.admin });
    await rig.until(id, { convert: 'done' });
    expect(await resourceOf(id)).toMatchObject({ work_failed: false });
    expect((await rig.worksOf(id)).convert?.cause).toBeNull();
  });

  it('skips the steps that need it, and runs them when it is run again', async () => {
    rig.behaviour.inspect = async () => {
      throw new JobSkipped('A program is missing. Install it with: apt', 'engineMissing');
    };
    const id = await rig.upload();
    await rig.until(id, { inspect: 'skipped', convert: 'skipped', ocr: 'skipped', asr: 'skipped' });
    expect(await resourceOf(id)).toMatchObject({ state: 'ready', work_failed: false });
    expect((await rig.worksOf(id)).ocr).toMatchObject({ causeCode: 'engineMissing', startedAt: null });
    expect((await rig.worksOf(id)).ocr?.cause).toContain('Install it with: apt');
    rig.behaviour.inspect = well;
    await test.call(runStep, { params: { id, kind: 'ocr' }, body: {} }, { as: test.admin });
    await rig.until(id, { inspect: 'done', ocr: 'done' });
    expect(rig.runs.filter((run) => run.kind === 'inspect')).toHaveLength(2);
  });

  it('can be cancelled while running: its output is discarded and the rest continues', async () => {
    const held = rig.gate('convert');
    const id = await rig.upload();
    await held.begun;
    const answer = await test.call(cancelStep, { params: { id, kind: 'convert' } }, { as: test.admin });
    expect(answer.data.state).toBe('cancelled');
    await rig.until(id, { convert: 'cancelled', ocr: 'done', asr: 'done' });
    held.open();
    expect(await resourceOf(id)).toMatchObject({ state: 'ready' });
    const again = await test.call(cancelStep, { params: { id, kind: 'convert' } }, { as: test.admin });
    expect(again.data.state).toBe('cancelled');
    expect((await rig.worksOf(id)).convert?.engine).toBeNull();
  });
});

describe('a re-run', () => {
  it('resets the same row with other options and stops the running attempt', async () => {
    const held = rig.gate('ocr');
    const id = await rig.upload();
    await held.begun;
    await rig.until(id, { ocr: 'running' });
    const before = (await rig.worksOf(id)).ocr?.id;
    const request = { params: { id, kind: 'ocr' as const }, body: { options: { language: 'zh' } } };
    rig.behaviour.ocr = async ({ options }) => ({
      engine: `tester ${options.language}`,
      confidence: 0.5,
      needsCheck: true,
    });
    await test.call(runStep, request, { as: test.admin });
    await rig.until(id, { ocr: 'done' });
    held.open();
    const { ocr } = await rig.worksOf(id);
    expect(ocr).toMatchObject({ id: before, engine: 'tester zh', confidence: 0.5, check: 'needsCheck', tries: 1 });
    expect(ocr?.options).toEqual({ language: 'zh' });
    const rows = await test.db.selectFrom('jobs').select('id').where('resource_id', '=', id).execute();
    expect(rows).toHaveLength(4);
  });

  it('is refused with unknown options or for missing steps', async () => {
    const id = await rig.upload('more.md');
    await rig.until(id, { asr: 'done' });
    const bad = { params: { id, kind: 'asr' as const }, body: { options: { colour: 'red' } } };
    expect((await test.call(runStep, bad, { as: test.admin })).http).toBe(422);
    const none = { params: { id, kind: 'ocr' as const }, body: {} };
    expect((await test.call(runStep, none, { as: test.admin })).http).toBe(404);
  });
});

describe('a resource in Trash', () => {
  it('isn’t processed, and its remaining steps can be run after it is restored', async () => {
    const held = rig.gate('inspect');
    const id = await rig.upload();
    await held.begun;
    await changeResource(test.db, id, { state: 'trashed', state_before: 'processing' });
    held.open();
    await rig.until(id, { inspect: 'done', convert: 'none', ocr: 'none', asr: 'none' });
    expect(await resourceOf(id)).toMatchObject({ state: 'trashed', state_before: 'ready' });
    expect(rig.runs.map((run) => run.kind)).toEqual(['inspect']);
    await changeResource(test.db, id, { state: 'ready' });
    await test.call(runStep, { params: { id, kind: 'ocr' }, body: {} }, { as: test.admin });
    await rig.until(id, { ocr: 'done' });
    expect(await findings()).toEqual({});
  });
});

describe('a new version', () => {
  it('runs its own steps and cancels those of the previous version', async () => {
    const held = rig.gate('convert');
    const id = await rig.upload();
    await held.begun;
    const { version_id: first } = await resourceOf(id);
    delete rig.behaviour.convert;
    await rig.client.upload('words.txt', Buffer.from(`newer ${rig.next()}`), { replacesId: id });
    await rig.until(id, { inspect: 'done', convert: 'done', ocr: 'done', asr: 'done' });
    held.open();
    const old = await test.db.selectFrom('jobs').selectAll().where('version_id', '=', first).orderBy('kind').execute();
    expect(old.map((work) => [work.kind, work.state, work.current])).toEqual([
      ['asr', 'cancelled', false],
      ['convert', 'cancelled', false],
      ['inspect', 'done', false],
      ['ocr', 'cancelled', false],
    ]);
    expect(old[0]?.cause).toContain('newer version');
    expect(await findings()).toEqual({});
  });

  it('restored from an old one inherits its results and runs only the missing steps', async () => {
    const id = await rig.upload();
    await rig.until(id, { asr: 'done' });
    const { version_id: first } = await resourceOf(id);
    await rig.client.upload('words.txt', Buffer.from(`newer ${rig.next()}`), { replacesId: id });
    await rig.until(id, { asr: 'done' });
    rig.runs.length = 0;
    const { version } = await resourceOf(id);
    const params = { id, versionId: String(first) };
    expect((await test.call(restoreVersion, { params, body: { version } }, { as: test.admin })).http).toBe(201);
    expect(await rig.statesOf(id)).toEqual({ inspect: 'done', convert: 'done', ocr: 'done', asr: 'done' });
    expect((await rig.worksOf(id)).asr).toMatchObject({ engine: 'tester 1', versionNumber: 3, current: true });
    expect(rig.runs).toEqual([]);
    expect(await findings()).toEqual({});
  });
});

describe('a paused queue', () => {
  it('starts nothing new, shows who paused it and continues when resumed', async () => {
    const pause = (paused: boolean) =>
      test.call(pauseQueue, { params: { kind: 'convert' }, body: { paused } }, { as: test.admin });
    const held = rig.gate('convert');
    const running = await rig.upload();
    await held.begun;
    expect((await pause(true)).data).toMatchObject({ kind: 'convert', running: 1, pausedBy: expect.any(String) });
    const waiting = await rig.upload();
    await rig.until(waiting, { inspect: 'done', convert: 'queued', ocr: 'pending' });
    const reads = vi.spyOn(test.db, 'selectFrom');
    const untilWorkerLooked = async () => {
      reads.mockClear();
      // Two reads, because the first may have begun before the pause.
      const looks = () => reads.mock.calls.filter(([table]) => String(table) === 'paused_queues');
      await eventually(() => expect(looks().length).toBeGreaterThanOrEqual(2));
    };
    await untilWorkerLooked();
    held.open();
    await rig.until(running, { convert: 'done' });
    await untilWorkerLooked();
    reads.mockRestore();
    expect(await rig.statesOf(waiting)).toMatchObject({ convert: 'queued' });
    expect((await pause(false)).data).toMatchObject({ pausedAt: null, pausedBy: null });
    await rig.until(waiting, { convert: 'done', ocr: 'done', asr: 'done' });
  });
});

describe('a job', () => {
  it('shows its log and who started it', async () => {
    const id = await rig.upload();
    await rig.until(id, { asr: 'done' });
    await test.call(runStep, { params: { id, kind: 'asr' }, body: {} }, { as: test.admin });
    await rig.until(id, { asr: 'done' });
    const work = (await rig.worksOf(id)).asr;
    const { data } = await test.call(getWork, { params: { id: String(work?.id) } }, { as: test.admin });
    expect(data.log).toContain('Attempt 1');
    expect(data.requestedBy).toEqual(expect.any(String));
    expect(data.work.runSeconds).toBeGreaterThanOrEqual(0);
  });

  it('is announced to everyone by resource only', async () => {
    await sql`delete from events`.execute(test.db);
    const id = await rig.upload();
    await rig.until(id, { asr: 'done' });
    const events = await test.db.selectFrom('events').selectAll().where('user_id', 'is', null).execute();
    expect(events.length).toBeGreaterThanOrEqual(8);
    for (const event of events) expect(event.payload).toEqual({ topic: 'work', resourceId: id });
  });
});
