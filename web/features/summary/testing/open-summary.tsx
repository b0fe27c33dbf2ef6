import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { SummaryView } from '@lectern/contract/features/summary.ts';
import { idOf, sampleRow, sampleView } from '../../../components/summary/testing/sample-summary.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { pageOf } from '../../../lib/testing/sample-page.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { SummaryEditPage } from '../edit/summary-edit-page.tsx';
import { SummaryPage } from '../summary-page.tsx';
// Lazy parts, imported up front so that tests don't wait for their code to load.
import '../edit/summary-edit-page.tsx';
import '../list/summary-dialogs.tsx';
import '../../../components/viewers/text/text-viewer.tsx';

export const me = sampleUser({ id: idOf(900), roleId: 3, permissions: ['/app/handle/ai'] });
export const operationsCall = 'POST /api/operations';
export const at = `/api/summaries/${idOf(1)}`;
export const resourceAt = `/api/resources/${idOf(1)}`;
type Calls = Parameters<typeof stubApi>[0];

const model = {
  ...{ configured: false, missing: ['LECTERN_LANGUAGE_MODEL_URL'], host: null, model: null, timeoutSeconds: 60 },
  month: { calls: 0, failed: 0, tokens: 0, cost: null, tokensAllowed: null },
};

/** Opens the summary list, with two rows by default; needs `openFreshWindow` and `stubEventSource` first. */
export async function openSummaries(query = '', calls: Calls = {}, user = me) {
  const api = stubApi({
    'GET /api/summaries': () => envelope(pageOf([sampleRow(1), sampleRow(2)], { draft: 2, failed: 1 })),
    'GET /api/lists/summary/setup': () => envelope({ views: [], columns: null }),
    'GET /api/settings/public': () => envelope({}),
    'GET /api/language-model': () => envelope(model),
    [operationsCall]: () => envelope({ id: idOf(500) }, 200, 'ok', 202),
    ...calls,
  });
  const page = await renderPage(`/app/handle/ai${query}`, SummaryPage, user);
  return { api, begun: () => api.sent(operationsCall).at(-1)?.body, ...page };
}

const lock = { holder: { id: me.id, name: me.name }, since: '2026-11-16T10:00:00.000Z', own: true };
const file = 'A lecture.\nVolcanoes open down\nto molten rock below.\nHow they erupt';

/** Opens the page of a summary, by default of a plain text file. */
export async function openSummary(view: SummaryView, resource: ResourceDetailView, calls: Calls = {}, user = me) {
  const now = { view };
  const api = stubApi({
    [`GET ${at}`]: () => envelope(now.view),
    [`GET ${at}/draft`]: () => envelope(null),
    [`PUT ${at}/draft`]: ({ body }) => {
      const { version } = body as { version: number };
      return envelope(draftInfo({ version: version + 1 }));
    },
    [`GET ${at}/versions`]: () => envelope(view.current ? [view.current] : []),
    [`GET ${at}/neighbours`]: () => envelope({ previous: null, next: null, before: 0, after: 0 }),
    [`GET ${at}/lock`]: () => envelope(null),
    [`PUT ${at}/lock`]: () => envelope(lock),
    [`DELETE ${at}/lock`]: () => envelope(null, 204),
    [`GET ${resourceAt}`]: () => envelope(resource),
    [`GET ${resourceAt}/renditions`]: () => envelope([]),
    [`GET ${resourceAt}/readings`]: () => envelope([]),
    [`GET ${resourceAt}/summary/evidence`]: () =>
      envelope([
        { source: 'document', position: 1, text: 'Volcanoes open down to molten rock below.' },
        { source: 'document', position: 2, text: 'How they erupt' },
      ]),
    [`GET /api${resource.current.url}`]: () => new Response(file),
    'GET /api/language-model': () => envelope(model),
    'GET /api/settings/public': () => envelope({}),
    ...calls,
  });
  const page = await renderPage(`/app/handle/ai?id=${idOf(1)}`, SummaryEditPage, user);
  return { api, ...page };
}

export function draftInfo(change: object = {}) {
  return {
    ...{ version: 1, baseId: sampleView().current?.id, by: { id: me.id, name: me.name }, own: true },
    updatedAt: '2026-11-16T10:00:00.000Z',
    ...change,
  };
}
