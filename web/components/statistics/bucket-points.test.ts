import { statistics as texts } from '@lectern/contract/messages/en/statistics.ts';
import { bucketsOf, hasBegun, isOver, usualDayGrain } from '@lectern/contract/statistics/buckets.ts';
import { createStatWords } from '@lectern/contract/statistics/stat-words.ts';
import { describe, expect, it } from 'vitest';
import { english } from '../../lib/testing/all-texts.ts';
import { bucketPoints } from './bucket-points.ts';

const now = { day: '2026-10-07', hour: 10 };

describe('pieces of a period', () => {
  it('are over when their last day or hour is, also where the period cuts them', () => {
    const weeks = bucketsOf({ from: '2026-09-23', to: '2026-10-07' }, 'week');
    expect(weeks.map((week) => isOver(week, now))).toEqual([true, true, false]);
    const days = bucketsOf({ from: '2026-10-05', to: '2026-10-06' }, 'day');
    expect(days.every((day) => isOver(day, now))).toBe(true);
    const hours = bucketsOf({ from: '2026-10-07', to: '2026-10-07' }, 'hour');
    expect(hours.filter((hour) => isOver(hour, now))).toHaveLength(10);
    expect(hours.filter((hour) => hasBegun(hour, now))).toHaveLength(11);
  });

  it('are days, weeks or months without hours', () => {
    const from = '2026-01-01';
    const periods = ['2026-01-01', '2026-03-01', '2026-12-31', '2027-12-31'];
    expect(periods.map((to) => usualDayGrain({ from, to }))).toEqual(['day', 'day', 'week', 'month']);
  });

  it('are marked as unfinished chart points', () => {
    const days = bucketsOf({ from: '2026-10-06', to: '2026-10-07' }, 'day');
    const points = bucketPoints(days, {
      grain: 'day',
      now,
      words: createStatWords('en', english.statistics.words),
      texts,
    });
    expect(points).toEqual([
      { label: '6 Oct', title: 'Tue, 6 Oct 2026' },
      { label: '7 Oct', title: 'Wed, 7 Oct 2026, so far', open: true },
    ]);
    const hours = bucketsOf({ from: '2026-10-07', to: '2026-10-07' }, 'hour');
    const open = bucketPoints(hours, {
      grain: 'hour',
      now,
      words: createStatWords('en', english.statistics.words),
      texts,
    });
    expect(open.flatMap((point, hour) => (point.open ? [hour] : []))).toEqual([10]);
  });
});
