import type { ColumnItem, ColumnNode } from '@lectern/contract/features/column.ts';
import { screen } from '@testing-library/react';
import { sampleResource } from '../../../components/resource/testing/sample-resource.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { ColumnPage } from '../column-page.tsx';
import { openColumns as openBranches } from '../column-tree-panel.tsx';

export const treeCall = 'GET /api/columns';
export const itemsCall = (id: string) => `GET /api/columns/${id}/items`;
export const curator = sampleUser({ roleId: 2 });

export function sampleColumn(id: string, change: Partial<ColumnNode> = {}): ColumnNode {
  return {
    id,
    parentId: null,
    name: id.toUpperCase(),
    slug: id,
    description: '',
    visible: true,
    mode: 'manual',
    rule: '',
    sortRule: 'manual',
    itemLimit: null,
    cover: null,
    shown: 0,
    held: 0,
    withheld: false,
    version: 1,
    ...change,
  };
}

export function sampleItem(number: number, change: Partial<ColumnItem> = {}): ColumnItem {
  return { ...sampleResource(number), pinned: false, hidden: false, ...change };
}

/** Opens the column page; needs `openFreshWindow` and `stubEventSource` first. */
export async function openColumns(
  columns: readonly ColumnNode[],
  {
    query = '',
    calls = {},
    user = curator,
  }: { query?: string; calls?: Parameters<typeof stubApi>[0]; user?: typeof curator } = {},
) {
  openBranches.set(null);
  const items = Object.fromEntries(columns.map(({ id }) => [itemsCall(id), () => envelope({ rows: [], more: false })]));
  const locks = Object.fromEntries(columns.map(({ id }) => [`GET /api/columns/${id}/lock`, () => envelope(null)]));
  const api = stubApi({
    [treeCall]: () => envelope(columns),
    'GET /api/settings/public': () => envelope({}),
    ...items,
    ...locks,
    ...calls,
  });
  const page = await renderPage(`/app/resource/column${query}`, ColumnPage, user);
  await screen.findByRole('heading', { level: 1 });
  return { api, ...page };
}
