import type { RescanRow } from '@lectern/contract/features/scan.ts';
import type { SensitivePack } from '@lectern/contract/features/sensitive-pack.ts';
import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import type { WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import { screen } from '@testing-library/react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { SensitiveWordPage } from '../word-page.tsx';

export const page = '/app/sensitive/word';
export const wordsCall = 'GET /api/sensitive/words';
export const createCall = 'POST /api/sensitive/words';
export const impactCall = 'POST /api/sensitive/words/impact';
export const testCall = 'POST /api/sensitive/words/test';
export const packsCall = 'GET /api/sensitive/packs';
export const rescansCall = 'GET /api/sensitive/rescans';
export const operationsCall = 'POST /api/operations';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const admin = sampleUser({ id: idOf(900), roleId: 2, permissions: [page, '/app/sensitive/resource'] });
export const editor = sampleUser({ id: idOf(901), roleId: 3, permissions: [page] });

export function sampleWord(number: number, change: Partial<SensitiveWordRow> = {}): SensitiveWordRow {
  return {
    id: idOf(number),
    text: `word${number}`,
    mode: 'contains',
    variants: true,
    language: null,
    category: 'fraud',
    severity: 'review',
    sources: [],
    kinds: [],
    exceptions: [],
    ignoreLikelyFalse: false,
    note: '',
    enabled: true,
    pack: null,
    active: true,
    hits: 0,
    decided: 0,
    confirmed: 0,
    precision: null,
    createdBy: null,
    updatedBy: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 5,
    ...change,
  };
}

export function samplePack(number: number, change: Partial<SensitivePack> = {}): SensitivePack {
  return {
    id: idOf(300 + number),
    name: `Pack ${number}`,
    description: '',
    enabled: true,
    words: 3,
    enabledWords: 3,
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 2,
    ...change,
  };
}

export function sampleRescan(number: number, change: Partial<RescanRow> = {}): RescanRow {
  return {
    id: idOf(600 + number),
    kind: 'changed',
    state: 'running',
    changes: 3,
    total: 3500,
    done: 1240,
    flagged: 12,
    cleared: 2,
    cause: null,
    requestedBy: null,
    createdAt: '2026-11-16T06:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    ...change,
  };
}

const count = (value: number, exact = true) => ({ value, exact });

export function sampleImpact(flagged: number, cleared: number, change: Partial<WordImpact> = {}): WordImpact {
  return {
    flagged: count(flagged),
    cleared: count(cleared),
    unpublished: count(0),
    samples: [],
    cutShort: false,
    looked: 120,
    ...change,
  };
}

export function pageOf(rows: SensitiveWordRow[]): ListPage<SensitiveWordRow> {
  return { rows, count: count(rows.length), tabs: { all: count(rows.length) }, next: null, previous: null };
}

type Calls = Parameters<typeof stubApi>[0];

/** Opens the word library, with three words by default; needs `openFreshWindow` and `stubEventSource` first. */
export async function openWords(query = '', calls: Calls = {}, user = admin) {
  const api = stubApi({
    [wordsCall]: () => envelope(pageOf([sampleWord(1), sampleWord(2), sampleWord(3)])),
    [rescansCall]: () => envelope({ dictionaryVersion: 7, rows: [] }),
    [packsCall]: () => envelope([samplePack(1), samplePack(2, { enabled: false })]),
    [impactCall]: () => envelope(sampleImpact(0, 0)),
    [operationsCall]: () => envelope({ id: idOf(500) }, 200, 'ok', 202),
    'GET /api/lists/sensitiveWord/setup': () => envelope({ views: [], columns: null }),
    'GET /api/settings/public': () => envelope({}),
    ...calls,
  });
  const opened = await renderPage(page + query, SensitiveWordPage, user);
  await screen.findByRole('tablist');
  return { api, ...opened };
}

/** The calls that the detail of a word makes. */
export function detailCalls(word: SensitiveWordRow): Calls {
  const at = `/api/sensitive/words/${word.id}`;
  const own = { holder: { id: admin.id, name: admin.name }, since: '2026-11-16T06:00:00.000Z', own: true };
  return {
    [`GET ${at}`]: () => envelope(word),
    [`GET ${at}/lock`]: () => envelope(null),
    [`PUT ${at}/lock`]: () => envelope(own),
    [`DELETE ${at}/lock`]: () => envelope(null, 204),
    [`GET ${at}/activity`]: () => envelope({ rows: [], more: false }),
  };
}
