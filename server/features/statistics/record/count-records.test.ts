import { randomUUID } from 'node:crypto';
import { listAccessRecords } from '@lectern/contract/features/access-record.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeResource } from '../../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { judgeEvent } from '../event/access-event.policy.ts';
import { AccessEventService } from '../event/access-event.service.ts';
import { FoldLoop } from '../rollup/fold-loop.ts';

const pages = ['/app/data/accessRecord'];
let test: TestApp;
let admin: Identity;
let owner: Identity;
let mine: string;

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.identity({ roleId: 2, pages });
  owner = await test.identity({ roleId: 4, pages });
  mine = (await makeResource(test, { owner, state: 'published' })).id;
  const other = (await makeResource(test, { state: 'published' })).id;
  await send(70, mine, 'Mozilla/5.0 (X11; Linux) Firefox/140');
  await send(7, mine, 'Googlebot/2.1');
  await send(3, other, 'Googlebot/2.1');
  await new FoldLoop({ db: test.db, timeZone: 'UTC', logger: pino({ level: 'silent' }) }).runOnce();
});
afterAll(() => test.close());

async function send(count: number, resourceId: string, userAgent: string): Promise<void> {
  const judged = Array.from({ length: count }, (_, number) => {
    const at = new Date(Date.now() - number * 60_000).toISOString();
    const action = number % 2 === 0 ? 'view' : 'download';
    return judgeEvent({ id: randomUUID(), at, action, resourceId, reader: `r${number}`, userAgent }, Date.now());
  });
  await new AccessEventService(test.db).store({ source: 'portal', keyId: randomUUID(), role: 'reader' }, judged);
}

async function read(as: Identity, query: Record<string, string | number>) {
  return (await test.call(listAccessRecords, { query: { size: 200, ...query } }, { as })).data;
}

describe('the number of records', () => {
  it.each([
    ['everybody’s', () => admin, {}, 10],
    ['everybody’s of one action', () => admin, { tab: 'view' }, 6],
    ['one’s own', () => owner, {}, 7],
    ['one’s own of one action', () => owner, { tab: 'download' }, 3],
  ])('by robots is that of the rows: %s', async (_name, as, view, count) => {
    const page = await read(as(), { robot: 'yes', ...view });
    expect(page.count).toEqual({ value: count, exact: true });
    expect(page.rows).toHaveLength(count);
  });

  it('of a narrow view is that of its pages, in the order of time, forwards and backwards', async () => {
    const first = await read(admin, { robot: 'no', resource: mine, size: 50 });
    expect(first.count).toEqual({ value: 70, exact: true });
    const second = await read(admin, { robot: 'no', resource: mine, size: 50, cursor: String(first.next) });
    expect(second.next).toBeNull();
    const back = await read(admin, { robot: 'no', resource: mine, size: 50, cursor: String(second.previous) });
    expect(back.rows).toEqual(first.rows);
    const times = [...first.rows, ...second.rows].map((row) => (row as { at: string }).at);
    expect(times).toHaveLength(70);
    expect(times).toEqual([...times].sort().reverse());
  });
});
