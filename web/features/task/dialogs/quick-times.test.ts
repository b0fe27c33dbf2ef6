import { expect, it } from 'vitest';
import { quickTimes } from './task-dialogs.tsx';

it('offers this evening, tomorrow and Monday by the clock of the platform', () => {
  const sunday = new Date('2026-11-15T10:00:00Z');
  expect(quickTimes(sunday, 'Asia/Shanghai')).toEqual([
    { name: 'tomorrow', input: '2026-11-16T08:00' },
    { name: 'nextWeek', input: '2026-11-16T08:00' },
  ]);
  const monday = new Date('2026-11-16T01:00:00Z');
  expect(quickTimes(monday, 'Asia/Shanghai')).toEqual([
    { name: 'later', input: '2026-11-16T18:00' },
    { name: 'tomorrow', input: '2026-11-17T08:00' },
    { name: 'nextWeek', input: '2026-11-23T08:00' },
  ]);
});
