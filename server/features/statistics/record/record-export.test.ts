import { randomUUID } from 'node:crypto';
import { listAccessRecords } from '@lectern/contract/features/access-record.ts';
import {
  cancelRecordExport,
  downloadRecordExport,
  listRecordExports,
  startRecordExport,
} from '@lectern/contract/features/record-export.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobTools, RunningJob } from '../../../platform/queue/job-definition.ts';
import { makeResource } from '../../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { judgeEvent } from '../event/access-event.policy.ts';
import { AccessEventService } from '../event/access-event.service.ts';
import { FoldLoop } from '../rollup/fold-loop.ts';
import { recordListSource } from './record-list.source.ts';
import { writeRecordExport } from './write-record-export.job.ts';

const timeZone = 'UTC';
const pages = ['/app/data/accessRecord'];
let test: TestApp;
let admin: Identity;
let owner: Identity;

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.identity({ roleId: 2, pages });
  owner = await test.identity({ roleId: 4, pages });
  const mine = await makeResource(test, { owner, state: 'published', title: '=cmd|calc' });
  const other = await makeResource(test, { state: 'published' });
  await send(40, mine.id);
  await send(25, other.id);
  await new FoldLoop({ db: test.db, timeZone, logger: pino({ level: 'silent' }) }).runOnce();
});
afterAll(() => test.close());

async function send(count: number, resourceId: string): Promise<void> {
  const judged = Array.from({ length: count }, (_, number) =>
    judgeEvent(
      {
        ...{ id: randomUUID(), at: new Date(Date.now() - number * 60_000).toISOString(), action: 'view', resourceId },
        reader: `@r${number}`,
      },
      Date.now(),
    ),
  );
  await new AccessEventService(test.db).store({ source: 'portal', keyId: randomUUID(), role: 'reader' }, judged);
}

async function start(as: Identity, format: 'csv' | 'xlsx' = 'csv', matching = 'tab=view'): Promise<string> {
  const body = { matching, format, columns: ['at', 'resource', 'person'] };
  const { http, data } = await test.call(startRecordExport, { body }, { as });
  expect(http).toBe(202);
  return data.id;
}

/** Runs the export job like a worker, interrupted after `most` pages. */
async function write(id: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  const handler = writeRecordExport({
    ...{
      fileStore: test.container.services.fileStore,
      source: recordListSource({ timeZone }),
      timeZone,
      rowsPerPage: 10,
    },
    actorOf: async (userId) => ({
      principal: (await test.context(userId === admin.userId ? admin : owner)).principal,
      forbidden: false,
    }),
  });
  const stop = new AbortController();
  let pages = 0;
  const tools: JobTools = {
    ...{ db: test.db, signal: stop.signal, log: () => undefined },
    report: () => {
      pages += 1;
      if (pages === most) stop.abort();
    },
  };
  await handler({ input: { exportId: id } } as unknown as RunningJob, tools);
  await sql`update jobs set state = 'done', progress = 100, finished_at = now()
    where id = (select job_id from record_exports where id = ${id})`.execute(test.db);
}

const download = (id: string, as: Identity) =>
  test.app.inject({ url: `/api${downloadRecordExport.path.replace('{id}', id)}`, cookies: as.cookies });
const linesOf = (body: string) => body.replace('\ufeff', '').trimEnd().split('\r\n');

describe('a file of records', () => {
  it('has all rows of the view once, although its writing was cut off, and none that came later', async () => {
    const id = await start(admin);
    await send(5, (await makeResource(test, {})).id);
    await expect(write(id, 2)).rejects.toThrow();
    const { data: begun } = await test.call(listRecordExports, {}, { as: admin });
    expect(begun[0]).toMatchObject({ id, rows: 0, total: 65 });
    await write(id);
    const { data: done } = await test.call(listRecordExports, {}, { as: admin });
    expect(done[0]).toMatchObject({ id, state: 'done', rows: 65, total: 65 });
    const [head, ...lines] = linesOf((await download(id, admin)).body);
    expect(head).toBe('Time,Resource,Person');
    expect(lines).toHaveLength(65);
  });

  it('holds no formulas, and of others’ things nothing', async () => {
    const id = await start(owner);
    await write(id);
    const [, ...lines] = linesOf((await download(id, owner)).body);
    const { data } = await test.call(listAccessRecords, { query: { tab: 'view' } }, { as: owner });
    expect(lines).toHaveLength(40);
    expect(data.tabs.view?.value).toBe(40);
    expect(lines.every((line) => /,'=cmd\|calc,'@r\d+$/.test(line))).toBe(true);
  });

  it('is a workbook where one is wanted', async () => {
    const id = await start(owner, 'xlsx');
    await write(id);
    const answer = await download(id, owner);
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('is for its requester, once complete, until deleted', async () => {
    const id = await start(owner);
    expect((await download(id, owner)).statusCode).toBe(404);
    await write(id);
    expect((await download(id, admin)).statusCode).toBe(404);
    expect((await test.call(cancelRecordExport, { params: { id } }, { as: admin })).http).toBe(404);
    expect((await test.call(cancelRecordExport, { params: { id } }, { as: owner })).http).toBe(200);
    expect((await download(id, owner)).statusCode).toBe(404);
    const { rows } = await sql`select from record_export_files where export_id = ${id}`.execute(test.db);
    expect(rows).toEqual([]);
  });

  it('is refused of a view that is none', async () => {
    const body = { matching: 'tab=secrets', format: 'csv', columns: ['at'] } as const;
    expect((await test.call(startRecordExport, { body: { ...body, columns: ['at'] } }, { as: owner })).http).toBe(422);
  });
});
