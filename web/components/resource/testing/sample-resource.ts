import type { ResourceRow } from '@lectern/contract/features/resource.ts';

export const resourceId = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A published document; `change` sets what matters to a test. */
export function sampleResource(number: number, change: Partial<ResourceRow> = {}): ResourceRow {
  return {
    id: resourceId(number),
    kind: 'document',
    title: `Resource ${number}`,
    fileName: `resource-${number}.pdf`,
    format: 'pdf',
    sizeBytes: 1000,
    durationSeconds: null,
    pageCount: 3,
    width: null,
    height: null,
    thumbnail: null,
    state: 'published',
    stateReason: null,
    workFailed: false,
    language: null,
    subject: null,
    owner: { id: resourceId(901), name: 'Ada Owner' },
    department: null,
    library: { id: resourceId(801), name: 'School' },
    folder: null,
    tags: [],
    columns: [],
    licence: null,
    licenceUntil: null,
    visibility: 'everyone',
    publishAt: null,
    offlineAt: null,
    publishedAt: '2026-01-01T00:00:00.000Z',
    starred: false,
    inScope: true,
    versionNumber: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...change,
  };
}
