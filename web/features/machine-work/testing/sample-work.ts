import type { WorkOverview, WorkRow } from '@lectern/contract/features/machine-work.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const admin = sampleUser({ id: idOf(900), roleId: 2, permissions: [] });
export const reader = sampleUser({
  id: idOf(901),
  roleId: 4,
  permissions: ['/app/data/convert', '/app/handle/img', '/app/handle/asr'],
});

export function sampleWork(number: number, change: Partial<WorkRow> = {}): WorkRow {
  return {
    id: idOf(number),
    kind: 'ocr',
    state: 'failed',
    progress: 0,
    cause: 'No text was found on any of its 3 pages.',
    causeCode: 'noText',
    tries: 3,
    priority: 0,
    engine: 'PP-OCR v4',
    options: {},
    resource: {
      id: idOf(100 + number),
      title: `Exam paper ${number}`,
      kind: 'image',
      format: 'png',
      thumbnail: null,
      owner: { id: idOf(900), name: 'Li Wei' },
    },
    versionNumber: 1,
    current: true,
    check: null,
    confidence: null,
    language: null,
    queuedAt: '2026-11-15T10:00:00.000Z',
    startedAt: '2026-11-15T10:00:04.000Z',
    finishedAt: '2026-11-15T10:00:10.000Z',
    waitSeconds: 4,
    runSeconds: 6,
    ...change,
  };
}

export function sampleOverview(change: Partial<WorkOverview> = {}): WorkOverview {
  const queue = { waiting: 0, running: 0, done: 0, failed: 0, oldestWaitingAt: null, pausedAt: null, pausedBy: null };
  return {
    queues: [
      { ...queue, kind: 'inspect' },
      { ...queue, kind: 'convert', waiting: 12, running: 1, oldestWaitingAt: '2026-11-15T09:00:00.000Z' },
      { ...queue, kind: 'ocr', waiting: 3, pausedAt: '2026-11-15T09:30:00.000Z', pausedBy: 'Anna' },
      { ...queue, kind: 'asr' },
    ],
    causes: [
      {
        kind: 'ocr',
        cause: 'noText',
        count: 7,
        example: 'No text was found.',
        resource: { id: idOf(101), name: 'Exam paper 1' },
        lastAt: '2026-11-15T10:00:00.000Z',
      },
    ],
    throughput: Array.from({ length: 24 }, (_, hour) => ({
      hour: new Date(Date.UTC(2026, 10, 15, hour)).toISOString(),
      done: hour,
      failed: hour === 5 ? 2 : 0,
    })),
    workers: [{ name: 'worker-1', startedAt: '2026-11-15T08:00:00.000Z', lastSeenAt: '2026-11-15T10:00:00.000Z' }],
    ...change,
  };
}
