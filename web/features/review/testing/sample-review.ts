import type { Hit, ReviewRow, ReviewView } from '@lectern/contract/features/review.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const me = sampleUser({ id: idOf(900), roleId: 3, permissions: ['/app/sensitive/resource'] });
const anna = { id: idOf(902), name: 'Anna Schmidt' };
const found = { text: 'so if you buy ch3ap pills online', mark: [14, 25] as [number, number] };

export function sampleRow(number: number, change: Partial<ReviewRow> = {}): ReviewRow {
  return {
    id: idOf(number),
    state: 'open',
    resource: {
      title: `Lecture ${number}`,
      kind: 'video',
      state: 'ready',
      format: 'mp4',
      thumbnail: null,
      owner: anna,
      department: null,
      college: null,
    },
    severity: 'block',
    likelyFalse: false,
    openHits: 2,
    hits: 3,
    words: [{ id: idOf(300), text: 'cheap pills', hits: 2 }],
    sources: ['speech', 'title'],
    first: { word: 'cheap pills', source: 'speech', excerpt: found },
    claimedBy: null,
    claimedAt: null,
    dueAt: '2099-01-01T00:00:00.000Z',
    escalated: null,
    returned: null,
    unblockAsked: null,
    decidedBy: null,
    decidedAt: null,
    maskFailed: null,
    openedAt: '2026-11-14T10:00:00.000Z',
    changedAt: '2026-11-14T10:00:00.000Z',
    version: 4,
    ...change,
  };
}

export function sampleView(change: Partial<ReviewView> = {}): ReviewView {
  return {
    ...sampleRow(1),
    moves: ['claim', 'clear', 'block', 'mask', 'return', 'escalate'],
    words: [
      {
        id: idOf(300),
        text: 'cheap pills',
        severity: 'block',
        category: 'advertising',
        note: 'Shops that sell medicine.',
        open: 2,
        hits: 3,
        likelyFalse: 0,
        ignoreLikelyFalse: false,
      },
    ],
    revealed: false,
    masks: 0,
    reports: [],
    ...change,
  };
}

export function sampleHit(number: number, change: Partial<Hit> = {}): Hit {
  return {
    id: idOf(100 + number),
    word: { id: idOf(300), text: 'cheap pills' },
    severity: 'block',
    state: 'open',
    place: { source: 'speech', page: null, box: null, startMs: 192_400, endMs: 194_000 },
    excerpt: found,
    pass: 'loose',
    disguises: ['leet'],
    likelyFalse: false,
    decision: null,
    foundAt: '2026-11-14T10:00:00.000Z',
    ...change,
  };
}
