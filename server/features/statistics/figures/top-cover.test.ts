import { expect, it } from 'vitest';
import { topCoverOf, topSpanKey } from './top-cover.ts';

const oneOf = (keys: string[]) => (span: Parameters<typeof topSpanKey>[0]) => keys.includes(topSpanKey(span));
const days = { from: '2026-01-26', to: '2026-03-12' };

it('takes whole months, weeks beside them and days, each day once', () => {
  const listed = oneOf(['month 2026-02-01', 'week 2026-01-26', 'week 2026-03-02', 'day 2026-01-30', 'day 2026-03-09']);
  const { spans, rest } = topCoverOf(days, listed);
  // The week of 26 January reaches into February, which is there already.
  expect(spans).toEqual([
    { span: 'month', day: '2026-02-01' },
    { span: 'week', day: '2026-03-02' },
    { span: 'day', day: '2026-01-30' },
    { span: 'day', day: '2026-03-09' },
  ]);
  expect(rest).toEqual([
    ...['2026-01-26', '2026-01-27', '2026-01-28', '2026-01-29', '2026-01-31'],
    ...['2026-03-01', '2026-03-10', '2026-03-11', '2026-03-12'],
  ]);
});

it('takes a quarter rather than its months', () => {
  const listed = oneOf(['quarter 2026-01-01', 'month 2026-01-01', 'month 2026-02-01', 'month 2026-03-01']);
  expect(topCoverOf({ from: '2026-01-01', to: '2026-03-31' }, listed)).toEqual({
    spans: [{ span: 'quarter', day: '2026-01-01' }],
    rest: [],
  });
});

it('takes nothing that reaches beyond the days', () => {
  const listed = oneOf(['month 2026-01-01', 'month 2026-03-01', 'week 2026-03-09']);
  expect(topCoverOf(days, listed).spans).toEqual([]);
});
