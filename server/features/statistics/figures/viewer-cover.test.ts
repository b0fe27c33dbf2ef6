import { expect, it } from 'vitest';
import { coverOf } from './viewer-cover.ts';

const nothing: ReadonlySet<string> = new Set();

it('takes whole quarters, then whole months, then whole weeks, then days', () => {
  const { days, spans } = coverOf(
    { from: '2026-01-27', to: '2026-07-15' },
    { today: '2026-08-01', unsettled: nothing },
  );
  expect(spans).toEqual([
    { span: 'quarter', day: '2026-04-01' },
    { span: 'month', day: '2026-02-01' },
    { span: 'month', day: '2026-03-01' },
    { span: 'week', day: '2026-06-29' },
    { span: 'week', day: '2026-07-06' },
  ]);
  expect(days).toEqual([
    '2026-01-27',
    '2026-01-28',
    '2026-01-29',
    '2026-01-30',
    '2026-01-31',
    '2026-07-13',
    '2026-07-14',
    '2026-07-15',
  ]);
});

it('leaves out what is not over, and what is to be put together anew', () => {
  const wanted = { from: '2026-10-01', to: '2026-11-17' };
  const unsettled = new Set(['month 2026-10-01', 'week 2026-10-12']);
  const { days, spans } = coverOf(wanted, { today: '2026-11-17', unsettled });
  expect(spans.map(({ span, day }) => `${span} ${day}`)).toEqual([
    ...['week 2026-10-05', 'week 2026-10-19', 'week 2026-10-26', 'week 2026-11-02', 'week 2026-11-09'],
  ]);
  expect(days).toEqual([
    ...['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'],
    ...['2026-10-12', '2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16', '2026-10-17', '2026-10-18'],
    ...['2026-11-16', '2026-11-17'],
  ]);
});

it('needs some twenty pieces for a year', () => {
  const { days, spans } = coverOf(
    { from: '2025-11-18', to: '2026-11-17' },
    { today: '2026-11-17', unsettled: nothing },
  );
  expect(days.length + spans.length).toBeLessThan(26);
});
