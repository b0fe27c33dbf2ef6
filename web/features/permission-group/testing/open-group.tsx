import type { PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import type { PermissionGroup } from '@lectern/contract/features/permission-group.ts';
import { screen } from '@testing-library/react';
import { loadPageTexts } from '../../../lib/i18n/language.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { GroupEditPage } from '../edit/group-edit-page.tsx';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const administrator = sampleUser({ id: idOf(900), roleId: 2 });
export const groupCall = `/api/system/permissionGroups/${idOf(1)}`;
export const previewCall = 'POST /api/system/permissionGroups/preview';

export function sampleGroup(change: Partial<PermissionGroup> = {}): PermissionGroup {
  return {
    id: idOf(1),
    name: 'Librarians',
    description: '',
    rules: { '/app/resource/info': 0, '/app/system/settings': 1 },
    members: [{ kind: 'position', id: idOf(601), name: 'Librarian', place: null, people: 7 }],
    people: 7,
    deleted: false,
    updatedBy: null,
    updatedAt: '2026-11-15T10:00:00.000Z',
    version: 3,
    ...change,
  };
}

const nobody = { people: 0, pages: [], who: [] };
export function sampleEffect(change: Partial<PermissionEffect> = {}): PermissionEffect {
  return { people: 0, gains: nobody, loses: nobody, closed: [], digest: 'digest-1', ...change };
}

/** Opens the page of a group, or of a new one; needs `openFreshWindow` and `stubEventSource` first. */
export async function openGroup(query = `?id=${idOf(1)}`, calls: Parameters<typeof stubApi>[0] = {}) {
  await loadPageTexts('permissionGroup');
  const api = stubApi({
    [`GET ${groupCall}`]: () => envelope(sampleGroup()),
    [previewCall]: () => envelope(sampleEffect()),
    'GET /api/organisation/units': () => envelope({ colleges: [], departments: [], positions: [] }),
    ...calls,
  });
  const page = await renderPage(`/app/system/accessGroup${query}`, GroupEditPage, administrator);
  await screen.findByRole('table');
  return { api, ...page };
}
