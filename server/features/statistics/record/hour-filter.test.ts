import { randomUUID } from 'node:crypto';
import { type AccessRecordRow, listAccessRecords } from '@lectern/contract/features/access-record.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumAccess } from '../../../testing/sum-access.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { judgeEvent } from '../event/access-event.policy.ts';
import { AccessEventService } from '../event/access-event.service.ts';

const hourMs = 3_600_000;
/** Every hour of the last 21 days. */
const hours = 21 * 24;
const zones = ['America/New_York', 'Asia/Kathmandu'];
const apps: TestApp[] = [];

beforeAll(async () => {
  for (const timeZone of zones) {
    const app = await startTestApp({ TIME_ZONE: timeZone });
    apps.push(app);
    const judged = Array.from({ length: hours }, (_, number) => {
      const at = new Date(Date.now() - 60_000 - number * hourMs).toISOString();
      return judgeEvent({ id: randomUUID(), at, action: 'search', query: 'waves', hits: 1, reader: 'r' }, Date.now());
    });
    await new AccessEventService(app.db).store({ source: 'portal', keyId: randomUUID(), role: 'reader' }, judged);
    await sumAccess(app.db, timeZone);
  }
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** A moment in local time. */
function localOf(at: string, timeZone: string) {
  const told = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(
    new Date(at),
  );
  return {
    day: told.slice(0, 10),
    hour: Number(told.slice(11, 13)),
    weekday: new Date(`${told.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7,
  };
}

describe('records of some hours and days of the week', () => {
  it.each(zones.map((zone, place) => [zone, place] as const))('are all there, in %s', async (timeZone, place) => {
    const app = apps[place] as TestApp;
    const read = async (asked: Record<string, string>) => {
      const query: Record<string, string | number> = { ...asked, robot: 'no', size: 200 };
      return (await app.call(listAccessRecords, { query }, { as: app.admin })).data;
    };
    const whole = [
      await read({ hour: '0,1,2,3,4,5,6,7,8,9,10,11' }),
      await read({ hour: '12,13,14,15,16,17,18,19,20,21,22,23' }),
    ];
    expect(whole.reduce((sum, { count }) => sum + count.value, 0)).toBe(hours);
    const today = localOf(new Date().toISOString(), timeZone).day;
    const all = Array.from({ length: hours }, (_, number) =>
      localOf(new Date(Date.now() - 60_000 - number * hourMs).toISOString(), timeZone),
    );
    for (const [from, to] of [
      ['', ''],
      [addDays(today, -13), addDays(today, -3)],
      [addDays(today, -2), ''],
    ]) {
      for (const weekday of ['1', '3,7', '']) {
        for (const hour of ['0', '10', '23', '2,15']) {
          for (const sort of ['-at', 'at']) {
            const view = { hour, sort, ...(weekday && { weekday }), ...((from || to) && { at: `${from}..${to}` }) };
            const page = await read(view);
            const expected = all.filter(
              (one) =>
                hour.split(',').map(Number).includes(one.hour) &&
                (!weekday || weekday.split(',').map(Number).includes(one.weekday)) &&
                (!from || one.day >= from) &&
                (!to || one.day <= to),
            );
            expect({ view, rows: page.rows.map((row) => localOf((row as AccessRecordRow).at, timeZone)) }).toEqual({
              view,
              rows: sort === 'at' ? [...expected].reverse() : expected,
            });
          }
        }
      }
    }
  });
});
