import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import { screen } from '@testing-library/react';
import { idOf, sampleLecture } from '../../../../components/resource/testing/sample-lecture.ts';
import { renderPage } from '../../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../../lib/testing/stub-api.ts';
import { ResourceListPage } from '../resource-list-page.tsx';

export const resourcesCall = 'GET /api/resources';
export const operationsCall = 'POST /api/operations';
export const editor = sampleUser({ id: idOf(900), roleId: 3, permissions: ['/app/resource/info'] });
export const admin = sampleUser({ id: idOf(900), roleId: 2, permissions: [] });

export function pageOf(rows: ResourceRow[], change: Partial<ListPage<ResourceRow>> = {}): ListPage<ResourceRow> {
  const count = { value: rows.length, exact: true };
  return { rows, count, tabs: { all: count }, next: null, previous: null, ...change };
}

const threeRows = [sampleLecture(1), sampleLecture(2), sampleLecture(3)];

/** Opens the list of all resources, with three rows by default; needs `openFreshWindow` and `stubEventSource` first. */
export async function openResources(path = '', calls: Parameters<typeof stubApi>[0] = {}, user = editor) {
  const api = stubApi({
    [resourcesCall]: () => envelope(pageOf(threeRows)),
    'GET /api/lists/resource/setup': () => envelope({ views: [], columns: null }),
    'GET /api/settings/public': () => envelope({}),
    'GET /api/subjects': () => envelope([{ id: idOf(701), name: 'Physics', code: 'PHY', parentId: null }]),
    'GET /api/tags': () => envelope([{ id: idOf(601), name: 'Optics', resources: { value: 7, exact: true } }]),
    [operationsCall]: () => envelope({ id: idOf(500) }, 200, 'ok', 202),
    ...calls,
  });
  const page = await renderPage(`/app/resource/info${path}`, ResourceListPage, user);
  await screen.findByRole('tablist');
  /** Body of the last operation request. */
  const begun = () => api.sent(operationsCall).at(-1)?.body;
  return { api, begun, ...page };
}
