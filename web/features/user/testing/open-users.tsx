import type { UserRow } from '@lectern/contract/features/user.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import { screen } from '@testing-library/react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { UserPage } from '../user-page.tsx';

export const usersCall = 'GET /api/system/users';
export const setupCall = 'GET /api/lists/user/setup';
export const unitsCall = 'GET /api/organisation/units';
export const operationsCall = 'POST /api/operations';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const me = sampleUser({ id: idOf(900), roleId: 2, permissions: ['/app/system/systemAdmin'] });

export function sampleRow(number: number, change: Partial<UserRow> = {}): UserRow {
  return {
    id: idOf(number),
    name: `Person ${number}`,
    account: `person.${number}`,
    email: null,
    phone: null,
    roleId: 4,
    position: null,
    department: { id: idOf(501), name: 'Anatomy' },
    college: null,
    group: null,
    access: 0,
    twoFactor: false,
    erased: false,
    lockedUntil: null,
    lastSignInAt: null,
    sessions: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...change,
  };
}

export function samplePage(rows: UserRow[], change: Partial<ListPage<UserRow>> = {}): ListPage<UserRow> {
  const count = { value: rows.length, exact: true };
  return { rows, count, tabs: { all: count }, next: null, previous: null, ...change };
}

export const units = {
  colleges: [{ id: idOf(401), name: 'Medicine', code: 'MED', parentId: null }],
  departments: [
    { id: idOf(501), name: 'Anatomy', code: 'ANA', parentId: null, collegeId: idOf(401) },
    { id: idOf(502), name: 'Histology', code: 'HIS', parentId: idOf(501), collegeId: idOf(401) },
  ],
  positions: [{ id: idOf(601), name: 'Lecturer', roleId: 4 as const }],
};

/** Opens the user page, with three users by default; needs `openFreshWindow` and `stubEventSource` first. */
export async function openUsers(path = '', calls: Parameters<typeof stubApi>[0] = {}, user = me) {
  const api = stubApi({
    [usersCall]: () => envelope(samplePage([sampleRow(1), sampleRow(2), sampleRow(3)])),
    [setupCall]: () => envelope({ views: [], columns: null }),
    [unitsCall]: () => envelope(units),
    'GET /api/settings/public': () => envelope({}),
    ...calls,
  });
  const page = await renderPage(`/app/system/systemAdmin${path}`, UserPage, user);
  await screen.findByRole('tablist');
  const asked = () => api.sent(usersCall).at(-1)?.url.searchParams.toString();
  return { api, asked, ...page };
}
