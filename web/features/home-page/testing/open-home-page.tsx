import type { HomeDraft, HomeEntry, HomeSlot } from '@lectern/contract/features/home-page.ts';
import { screen } from '@testing-library/react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { HomePage } from '../home-page.tsx';

export const draftCall = 'GET /api/home-page';
export const keeper = sampleUser({ roleId: 2 });

export function sampleEntry(id: string, change: Partial<HomeEntry> = {}): HomeEntry {
  const thing = {
    ...{ kind: 'resource' as const, id: `r-${id}`, title: id.toUpperCase(), resourceKind: 'document' as const },
    ...{ state: 'published', thumbnail: null },
  };
  return {
    ...{ id, source: 'resource', thing, rule: null, title: null, cover: null, audience: 'everyone' },
    ...{ startsAt: null, endsAt: null, paused: false, addedBy: null, addedAt: new Date(0).toISOString() },
    ...{ state: 'live', shown: { everyone: 1, campus: 1 }, hidden: null, warnings: [], clicks: 0 },
    ...change,
  };
}

export function sampleSlot(id: string, entries: HomeEntry[], change: Partial<HomeSlot> = {}): HomeSlot {
  const shown = { everyone: entries.length, campus: entries.length };
  return {
    ...{ id, key: id, name: `Slot ${id}`, capacity: 4, fallback: null, visible: true, warnings: [] },
    ...{ shown, entries },
    ...change,
  };
}

export function sampleDraft(slots: HomeSlot[], change: Partial<HomeDraft> = {}): HomeDraft {
  const published = { number: 3, at: new Date(0).toISOString(), by: null };
  return { version: 7, changedBy: null, changedAt: new Date(0).toISOString(), published, changes: 0, slots, ...change };
}

/** Opens the home page editor; needs `openFreshWindow` and `stubEventSource` first. */
export async function openHomePage(
  draft: HomeDraft,
  {
    query = '',
    calls = {},
    user = keeper,
  }: { query?: string; calls?: Parameters<typeof stubApi>[0]; user?: typeof keeper } = {},
) {
  const api = stubApi({
    [draftCall]: () => envelope(draft),
    'GET /api/settings/public': () => envelope({}),
    'GET /api/home-page/choices': () => envelope({ columns: [], subjects: [] }),
    ...calls,
  });
  const page = await renderPage(`/app/page/resourceRecommend${query}`, HomePage, user);
  await screen.findByRole('heading', { level: 1 });
  return { api, ...page };
}
