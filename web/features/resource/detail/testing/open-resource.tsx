import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { resourcePath } from '@lectern/contract/features/resource.ts';
import { renderPage } from '../../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../../lib/testing/stub-api.ts';
import { ResourceDetailPage } from '../resource-detail-page.tsx';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const me = sampleUser({ id: idOf(900), roleId: 3, permissions: ['/app/resource/info', '/app/handle/img', '/app/handle/asr'] });
export const at = `/api/resources/${idOf(1)}`;

export function sampleVersion(change: Partial<ResourceVersion> = {}): ResourceVersion {
  return {
    id: idOf(11),
    number: 1,
    current: true,
    fileName: 'respiration.docx',
    format: 'docx',
    contentType: 'application/octet-stream',
    sizeBytes: 2_400_000,
    sha256: 'ab'.repeat(32),
    durationSeconds: null,
    pageCount: null,
    width: null,
    height: null,
    facts: {},
    note: '',
    fromNumber: null,
    createdBy: { id: idOf(900), name: 'Li Wei' },
    createdAt: '2026-11-01T10:00:00.000Z',
    url: `/resources/${idOf(1)}/versions/${idOf(11)}/file`,
    ...change,
  };
}

/** A document that is ready, owned by the person who looks at it. */
export function sampleResource(change: Partial<ResourceDetailView> = {}): ResourceDetailView {
  return {
    id: idOf(1),
    kind: 'document',
    title: 'Respiration',
    fileName: 'respiration.docx',
    format: 'docx',
    sizeBytes: 2_400_000,
    durationSeconds: null,
    pageCount: null,
    width: null,
    height: null,
    thumbnail: null,
    state: 'ready',
    stateReason: null,
    workFailed: false,
    language: 'en',
    subject: null,
    owner: { id: idOf(900), name: 'Li Wei' },
    department: null,
    library: { id: idOf(50), name: 'Biology' },
    folder: null,
    tags: [{ id: idOf(60), name: 'cells' }],
    columns: [],
    licence: null,
    licenceUntil: null,
    visibility: 'campus',
    publishAt: null,
    offlineAt: null,
    publishedAt: null,
    starred: false,
    inScope: true,
    versionNumber: 1,
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-01T10:00:00.000Z',
    version: 5,
    description: '',
    author: '',
    year: null,
    source: '',
    altText: '',
    stateSince: '2026-11-01T10:00:00.000Z',
    stateBy: null,
    createdBy: { id: idOf(900), name: 'Li Wei' },
    current: sampleVersion(),
    moves: ['submit', 'publish', 'trash'],
    mayEdit: true,
    counts: { versions: 1, uses: 0, notes: 0, duplicates: 0 },
    ...change,
  };
}

type Calls = Parameters<typeof stubApi>[0];

/** The page of a resource. Open a fresh window and stub the stream first. */
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
