import type { Favourite, FavouriteFolder } from '@lectern/contract/features/favourite.ts';
import { screen } from '@testing-library/react';
import { sampleResource } from '../../../components/resource/testing/sample-resource.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, type SentCall, stubApi } from '../../../lib/testing/stub-api.ts';
import { FavouritePage } from '../favourite-page.tsx';

export const listCall = 'GET /api/favourites';
export const updateCall = 'PATCH /api/favourites';
export const folderId = '0197a0d0-0000-7000-8000-000000000f01';
export const sampleFolder: FavouriteFolder = { id: folderId, name: 'To read', favourites: 0 };

export function sampleFavourite(number: number, change: Partial<Favourite> = {}): Favourite {
  const resource = sampleResource(number);
  return {
    id: `0197a0d0-0000-7000-8000-${String(number).padStart(12, 'f')}`,
    folderId: null,
    note: '',
    addedAt: '2026-01-01T00:00:00.000Z',
    flags: [],
    resource,
    title: resource.title,
    ...change,
  };
}

/** Opens the favourites page with a stub that applies changes like the server; needs `openFreshWindow` first. */
export async function openFavourites(
  given: readonly Favourite[],
  {
    query = '',
    calls = {},
    more = false,
  }: { query?: string; calls?: Parameters<typeof stubApi>[0]; more?: boolean } = {},
) {
  let rows = [...given];
  const update = ({ body }: SentCall) => {
    const { ids, beforeId, seen: _seen, ...change } = body as { ids: string[]; beforeId?: string | null; seen?: true };
    const moving = rows.filter((row) => ids.includes(row.id)).map((row) => ({ ...row, ...change }));
    if (beforeId === undefined) rows = rows.map((row) => moving.find((one) => one.id === row.id) ?? row);
    else {
      const others = rows.filter((row) => !ids.includes(row.id));
      const at = beforeId ? others.findIndex((row) => row.id === beforeId) : others.length;
      rows = others.toSpliced(at, 0, ...moving);
    }
    return envelope(null, 204);
  };
  const shelf = () => ({
    folders: [{ ...sampleFolder, favourites: rows.filter((row) => row.folderId === folderId).length }],
    all: rows.length,
    unfiled: rows.filter((row) => row.folderId === null).length,
    flagged: rows.filter((row) => row.flags.length > 0).length,
  });
  const api = stubApi({
    'GET /api/favouriteFolders': () => envelope(shelf()),
    [listCall]: ({ url }) => {
      const folder = url.searchParams.get('folder') ?? 'all';
      const search = url.searchParams.get('search') ?? '';
      const fits = (row: Favourite) => row.title.includes(search) && (folder === 'all' || row.folderId === folder);
      return envelope({ rows: rows.filter(fits), more });
    },
    [updateCall]: update,
    'POST /api/favourites/remove': ({ body }) => {
      const { ids } = body as { ids: string[] };
      const gone = rows.filter((row) => ids.includes(row.id));
      rows = rows.filter((row) => !ids.includes(row.id));
      const removed = gone.map((row) => ({ resourceId: row.resource?.id, folderId: row.folderId, note: row.note }));
      return envelope({ removed });
    },
    // Like the server, restores favourites at the top with new ids.
    'POST /api/favourites/restore': ({ body }) => {
      const { favourites } = body as { favourites: { resourceId: string; note: string }[] };
      const back = favourites.flatMap(({ resourceId, note }) => {
        const old = given.find((row) => row.resource?.id === resourceId);
        return old ? [{ ...old, note, id: old.id.replace(/^0197a0d0/, '0197a0d1') }] : [];
      });
      rows = [...back.toReversed(), ...rows];
      return envelope(null, 204);
    },
    'GET /api/settings/public': () => envelope({}),
    ...calls,
  });
  const page = await renderPage(`/app/home/collect${query}`, FavouritePage, sampleUser({ roleId: 2 }));
  await screen.findByRole('navigation', { name: 'Folders' });
  return { api, ...page };
}
