import { expect, it } from 'vitest';
import { coverOf } from './viewers.repository.ts';

const nothing: ReadonlySet<string> = new Set();
const months = (cover: ReturnType<typeof coverOf>) => [...cover.month.keys()];

it('takes whole months and the days around them', () => {
  const cover = coverOf({ from: '2026-01-27', to: '2026-04-03' }, 'whole', { today: '2026-08-01', dirty: nothing });
  expect(months(cover)).toEqual(['2026-02-01', '2026-03-01']);
  expect([...cover.day.keys()]).toEqual([
    ...['2026-01-27', '2026-01-28', '2026-01-29', '2026-01-30', '2026-01-31'],
    ...['2026-04-01', '2026-04-02', '2026-04-03'],
  ]);
});

it('takes the days of months that are not over or dirty', () => {
  const wanted = { from: '2026-09-01', to: '2026-11-17' };
  const cover = coverOf(wanted, 'whole', { today: '2026-11-17', dirty: new Set(['2026-10-01']) });
  expect(months(cover)).toEqual(['2026-09-01']);
  expect([...cover.day.keys()].filter((day) => day < '2026-11-01')).toHaveLength(31);
  expect(cover.day.size).toBe(31 + 17);
});

it('names the bucket of each part', () => {
  const settled = { today: '2026-08-01', dirty: nothing };
  const period = { from: '2026-01-27', to: '2026-03-03' };
  expect(coverOf(period, 'month', settled).month).toEqual(new Map([['2026-02-01', '2026-02-01']]));
  const weeks = coverOf(period, 'week', settled);
  expect(weeks.month.size).toBe(0);
  expect(weeks.day.get('2026-02-01')).toBe('2026-01-26');
  expect(new Set(weeks.day.values()).size).toBe(6);
});
