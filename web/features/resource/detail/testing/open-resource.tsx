import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { resourcePath } from '@lectern/contract/features/resource.ts';
import { at, idOf } from '../../../../components/resource/testing/sample-detail.ts';
import { renderPage } from '../../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../../lib/testing/stub-api.ts';
import { ResourceDetailPage } from '../resource-detail-page.tsx';

export { at, idOf, sampleResource, sampleVersion } from '../../../../components/resource/testing/sample-detail.ts';

export const me = sampleUser({
  id: idOf(900),
  roleId: 3,
  permissions: ['/app/resource/info', '/app/handle/img', '/app/handle/asr'],
});

type Calls = Parameters<typeof stubApi>[0];

/** Opens the page of a resource; needs `openFreshWindow` and `stubEventSource` first. */
export async function openResource(resource: ResourceDetailView, calls: Calls = {}, query = '') {
  const api = stubApi({
    [`GET ${at}`]: () => envelope(resource),
    [`GET ${at}/lock`]: () => envelope(null),
    [`PUT ${at}/lock`]: () =>
      envelope({ holder: { id: me.id, name: me.name }, since: '2026-11-15T10:00:00.000Z', own: true }),
    [`DELETE ${at}/lock`]: () => envelope(null, 204),
    [`GET ${at}/notes`]: () => envelope([]),
    [`GET ${at}/uses`]: () => envelope([]),
    [`GET ${at}/renditions`]: () => envelope([]),
    [`GET ${at}/readings`]: () => envelope([]),
    [`GET ${at}/scan`]: () => envelope(null),
    [`GET ${at}/summary`]: () => envelope({ published: null, state: 'none', mayOpen: false }),
    [`GET ${at}/work`]: () => envelope([]),
    [`GET ${at}/similar`]: () => envelope([]),
    [`GET ${at}/versions`]: () => envelope([resource.current]),
    [`GET ${at}/activity`]: () => envelope({ rows: [], more: false }),
    'GET /api/subjects': () => envelope([]),
    'GET /api/libraries': () => envelope([]),
    'GET /api/tags': () => envelope([]),
    'GET /api/settings/public': () => envelope({}),
    ...calls,
  });
  const page = await renderPage(`${resourcePath(resource)}${query}`, ResourceDetailPage, me);
  return { api, ...page };
}
