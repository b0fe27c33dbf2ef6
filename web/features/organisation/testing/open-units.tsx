import type { CollegeRow } from '@lectern/contract/features/college.ts';
import type { DepartmentRow } from '@lectern/contract/features/department.ts';
import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import type { PositionRow } from '@lectern/contract/features/position.ts';
import { screen } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const keeper = sampleUser({ id: idOf(900), roleId: 1 });
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };

export function sampleCollege(number: number, change: Partial<CollegeRow> = {}): CollegeRow {
  return {
    id: idOf(number),
    code: `C${number}`,
    name: `College ${number}`,
    shortName: null,
    contact: null,
    description: '',
    departments: 0,
    people: 0,
    resources: 0,
    storageBytes: 0,
    quotaBytes: null,
    disabled: false,
    ...times,
    version: 1,
    ...change,
  };
}

export const arts = { id: idOf(401), name: 'Arts', code: 'ART' };
export const science = { id: idOf(402), name: 'Science', code: 'SCI' };

export function sampleDepartment(number: number, name: string, change: Partial<DepartmentRow> = {}): DepartmentRow {
  return {
    id: idOf(number),
    code: `D${number}`,
    name,
    description: '',
    college: arts,
    parent: null,
    head: null,
    level: 1,
    departments: 0,
    people: 0,
    positions: 0,
    resources: 0,
    disabled: false,
    ...times,
    version: 1,
    ...change,
  };
}

export function samplePosition(number: number, change: Partial<PositionRow> = {}): PositionRow {
  return {
    id: idOf(number),
    name: `Position ${number}`,
    roleId: 3,
    dataScope: 'role',
    description: '',
    groups: [],
    people: 0,
    disabled: false,
    ...times,
    version: 1,
    ...change,
  };
}

const nobody = { gains: [], loses: [], gainers: 0, losers: 0 };
export function sampleEffect(change: Partial<OrganisationEffect> = {}): OrganisationEffect {
  return { people: 0, departments: 0, resources: 0, libraries: 0, groups: [], pages: nobody, data: nobody, ...change };
}

type Kind = 'college' | 'department' | 'position';
const pages = { college: 'subject', department: 'department', position: 'role' } as const;

/** Opens an organisation page; needs `openFreshWindow` and `stubEventSource` first. */
export async function openUnits(
  kind: Kind,
  Page: FunctionComponent,
  rows: readonly { id: string }[],
  {
    query = '',
    calls = {},
    user = keeper,
  }: { query?: string; calls?: Parameters<typeof stubApi>[0]; user?: typeof keeper } = {},
) {
  const count = { value: rows.length, exact: true };
  const list = { rows, count, tabs: { all: count }, next: null, previous: null };
  const at = `/api/system/${kind}s`;
  const single = rows.flatMap(({ id }) => [
    [`GET ${at}/${id}`, () => envelope(rows.find((row) => row.id === id))],
    [`GET ${at}/${id}/lock`, () => envelope(null)],
    [
      `PUT ${at}/${id}/lock`,
      () => envelope({ holder: { id: idOf(900), name: 'Me' }, since: times.createdAt, own: true }),
    ],
    [`DELETE ${at}/${id}/lock`, () => envelope(null, 204)],
    [`GET ${at}/${id}/activity`, () => envelope({ rows: [], more: false })],
  ]);
  const api = stubApi({
    [`GET ${at}`]: () => envelope(list),
    [`GET ${at}/tree`]: () =>
      envelope({ colleges: [arts, science].map((one) => ({ ...one, disabled: false })), departments: rows }),
    [`GET /api/lists/${kind}/setup`]: () => envelope({ views: [], columns: null }),
    'GET /api/organisation/units': () => envelope({ colleges: [], departments: [], positions: [] }),
    'GET /api/system/positionGroups': () => envelope([{ id: idOf(700), name: 'Converters' }]),
    'GET /api/settings/public': () => envelope({}),
    'POST /api/operations': () => envelope({}, 202),
    ...Object.fromEntries(single),
    ...calls,
  });
  const page = await renderPage(`/app/system/${pages[kind]}${query}`, Page, user);
  await screen.findByRole('tablist');
  return { api, ...page };
}
