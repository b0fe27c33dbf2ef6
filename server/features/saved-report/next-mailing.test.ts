import { describe, expect, it } from 'vitest';
import { nextMailing } from './next-mailing.ts';

const on = { weekday: 1, monthDay: 1, hour: 7, timeZone: 'UTC' };
const next = (rhythm: Parameters<typeof nextMailing>[0], change: Partial<typeof on>, after: string) =>
  nextMailing(rhythm, { ...on, ...change }, new Date(after))?.toISOString();

describe('the next mailing of a report', () => {
  it('is empty without a schedule', () => {
    expect(nextMailing('none', on, new Date())).toBeNull();
  });

  it('is its hour of today, or of tomorrow where that is over', () => {
    expect(next('daily', {}, '2026-11-17T06:59:59.000Z')).toBe('2026-11-17T07:00:00.000Z');
    expect(next('daily', {}, '2026-11-17T07:00:00.000Z')).toBe('2026-11-18T07:00:00.000Z');
  });

  it('is its weekday in its own time zone', () => {
    // It is already Monday in Auckland.
    expect(next('weekly', { timeZone: 'Pacific/Auckland' }, '2026-11-15T12:00:00.000Z')).toBe(
      '2026-11-15T18:00:00.000Z',
    );
    expect(next('weekly', { weekday: 7, hour: 23 }, '2026-11-16T00:00:00.000Z')).toBe('2026-11-22T23:00:00.000Z');
    expect(next('weekly', { timeZone: 'America/Los_Angeles', hour: 22 }, '2026-11-17T07:00:00.000Z')).toBe(
      '2026-11-24T06:00:00.000Z',
    );
  });

  it('is its day of the month, or the last of it, of a leap year too', () => {
    expect(next('monthly', { monthDay: 15 }, '2026-11-15T07:00:00.000Z')).toBe('2026-12-15T07:00:00.000Z');
    expect(next('monthly', { monthDay: 31 }, '2027-02-01T00:00:00.000Z')).toBe('2027-02-28T07:00:00.000Z');
    expect(next('monthly', { monthDay: 31 }, '2028-02-28T08:00:00.000Z')).toBe('2028-02-29T07:00:00.000Z');
    expect(next('monthly', { monthDay: 31 }, '2026-12-31T08:00:00.000Z')).toBe('2027-01-31T07:00:00.000Z');
    expect(next('monthly', {}, '2026-12-31T23:30:00.000Z')).toBe('2027-01-01T07:00:00.000Z');
  });

  it('stays at its hour when the clock is changed', () => {
    const berlin = { timeZone: 'Europe/Berlin' };
    expect(next('daily', berlin, '2027-03-27T07:00:00.000Z')).toBe('2027-03-28T05:00:00.000Z');
    expect(next('daily', berlin, '2026-10-24T07:00:00.000Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  it('runs once in a repeated hour, and right after a skipped one', () => {
    const berlin = { timeZone: 'Europe/Berlin', hour: 2 };
    const first = next('daily', berlin, '2026-10-24T12:00:00.000Z');
    expect(first).toBe('2026-10-25T00:00:00.000Z');
    expect(next('daily', berlin, first ?? '')).toBe('2026-10-26T01:00:00.000Z');
    // The clock skips from 2:00 to 3:00 on this day.
    expect(next('daily', berlin, '2027-03-27T12:00:00.000Z')).toBe('2027-03-28T01:00:00.000Z');
  });

  it('is always in the future, for any zone, schedule and time', () => {
    let after = Date.parse('2026-01-01T00:00:00.000Z');
    for (const timeZone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Apia']) {
      for (const rhythm of ['daily', 'weekly', 'monthly'] as const) {
        for (let tries = 0; tries < 40; tries += 1) {
          after += 7 * 3_600_000 + 1234;
          const at = nextMailing(
            rhythm,
            { ...on, monthDay: 31, weekday: 3, hour: tries % 24, timeZone },
            new Date(after),
          );
          const days = ((at?.getTime() ?? 0) - after) / 86_400_000;
          expect(days).toBeGreaterThan(0);
          expect(days).toBeLessThan(rhythm === 'daily' ? 1.1 : rhythm === 'weekly' ? 7.1 : 31.2);
        }
      }
    }
  });
});
