import type { ObjectStat } from '@lectern/contract/features/object-stat.ts';

const exactly = (value: number, before: number | null = null) => ({ value, before, exact: true });

/** Two days of an object that was viewed, played and downloaded; `change` sets what matters to a test. */
export function sampleObjectStat(change: Partial<ObjectStat> = {}): ObjectStat {
  return {
    period: { from: '2026-10-01', to: '2026-10-02' },
    compared: { from: '2026-09-29', to: '2026-09-30' },
    views: exactly(30, 20),
    viewers: exactly(12, 12),
    plays: exactly(9, 3),
    playSeconds: exactly(1062, 600),
    completion: { value: null, before: null, exact: true },
    downloads: exactly(2, 0),
    series: [
      { from: '2026-10-01', to: '2026-10-01', views: 10, plays: 4, downloads: 2, playSeconds: 62, completion: null },
      { from: '2026-10-02', to: '2026-10-02', views: 20, plays: 5, downloads: 0, playSeconds: 1000, completion: null },
    ],
    parts: [],
    opens: true,
    counted: {
      recordsSince: null,
      uncounted: [],
      events: '2026-10-02T10:05:00.000Z',
      viewers: '2026-10-02T10:05:00.000Z',
      now: { day: '2026-10-02', hour: 10 },
    },
    ...change,
  };
}

const nothing = exactly(0, 0);

/** The same days without any use. */
export function emptyObjectStat(): ObjectStat {
  const { series, ...rest } = sampleObjectStat();
  return {
    ...rest,
    ...{ views: nothing, viewers: nothing, plays: nothing, playSeconds: nothing, downloads: nothing },
    series: series.map(({ from, to }) => ({
      from,
      to,
      views: 0,
      plays: 0,
      downloads: 0,
      playSeconds: 0,
      completion: null,
    })),
  };
}
