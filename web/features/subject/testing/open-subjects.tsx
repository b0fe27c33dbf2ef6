import type { SubjectRow } from '@lectern/contract/features/subject-management.ts';
import { screen } from '@testing-library/react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { SubjectPage } from '../subject-page.tsx';
import { openSubjects as openBranches } from '../subject-tree-panel.tsx';

export const at = '/api/course/subjects';
export const admin = sampleUser({ roleId: 2 });

export function sampleSubject(id: string, change: Partial<SubjectRow> = {}): SubjectRow {
  return {
    id,
    name: id.toUpperCase(),
    code: `C-${id}`,
    description: '',
    parent: null,
    colleges: [],
    level: 1,
    subjects: 0,
    courses: 0,
    coursesBelow: 0,
    resources: 0,
    resourcesBelow: 0,
    disabled: false,
    withheld: false,
    createdAt: '2026-01-01T10:00:00.000Z',
    updatedAt: '2026-01-01T10:00:00.000Z',
    version: 1,
    ...change,
  };
}

export const below = ({ id, name, code }: SubjectRow) => ({ parent: { id, name, code }, level: 2 });

type Calls = Parameters<typeof stubApi>[0];

/** Opens the subject page; needs `openFreshWindow` and `stubEventSource` first. */
export async function openSubjects(
  subjects: readonly SubjectRow[],
  { query = '', calls = {}, user = admin }: { query?: string; calls?: Calls; user?: typeof admin } = {},
) {
  openBranches.set(null);
  const locks = Object.fromEntries(subjects.map(({ id }) => [`GET ${at}/${id}/lock`, () => envelope(null)]));
  const api = stubApi({
    [`GET ${at}/tree`]: () => envelope(subjects),
    'GET /api/settings/public': () => envelope({}),
    'GET /api/organisation/units': () =>
      envelope({
        colleges: [{ id: 'arts', name: 'Arts', code: 'ART', parentId: null, disabled: false }],
        departments: [],
        positions: [],
      }),
    ...locks,
    ...calls,
  });
  const page = await renderPage(`/app/course/subject${query}`, SubjectPage, user);
  await screen.findByRole('heading', { level: 1 });
  return { api, ...page };
}
