import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { folderId, listCall, openFavourites, sampleFavourite, updateCall } from './testing/open-favourites.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const three = [sampleFavourite(1), sampleFavourite(2), sampleFavourite(3)];
const links = () => screen.queryAllByRole('link', { name: /Resource/ }).filter((link) => link.closest('[data-row]'));
const titles = () => links().map((link) => link.textContent?.slice(-1));
const focusOn = async (number: number) =>
  (await screen.findByRole('link', { name: new RegExp(`Resource ${number}`) })).focus();
const undo = async () => {
  await waitFor(() => expect(notifications.get().at(-1)?.action).toBeDefined());
  notifications.get().at(-1)?.action?.run();
};

describe('the page of favourites', () => {
  it('shows folders with counts, and what became of each favourite', async () => {
    const gone = sampleFavourite(4, { resource: null, title: 'Lost one', flags: ['purged'] });
    await openFavourites([sampleFavourite(1, { flags: ['newVersion'], note: 'Monday' }), gone]);
    expect(await screen.findByText('New version')).toBeTruthy();
    expect(screen.getByText('Permanently deleted')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Monday' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Lost one/ })).toBeNull();
    expect(screen.getByRole('link', { name: /^Changed or unavailable\s*2$/ })).toBeTruthy();
  });

  it('explains itself while there is none, and while nothing matches', async () => {
    await openFavourites([]);
    expect(await screen.findByText('No favourites yet')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'xyz{Enter}');
    expect(await screen.findByText('No favourites found')).toBeTruthy();
    await userEvent.click(screen.getByText('Clear search', { selector: 'button' }));
    expect(await screen.findByText('No favourites yet')).toBeTruthy();
  });

  it('says what went wrong with the list while the folders stay', async () => {
    let tries = 0;
    await openFavourites(three, {
      calls: {
        [listCall]: () => (tries++ === 0 ? failure(500, 'no', {}, 500) : envelope({ rows: three, more: false })),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toEqual(['1', '2', '3']));
  });

  it('changes the order by keys, and back by Undo', async () => {
    const { api } = await openFavourites(three);
    await focusOn(3);
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(titles()).toEqual(['1', '3', '2']);
    await undo();
    await waitFor(() => expect(titles()).toEqual(['1', '2', '3']));
    expect(api.sent(updateCall).map(({ body }) => body)).toEqual([
      { ids: [three[2]?.id], beforeId: three[1]?.id },
      { ids: [three[2]?.id], beforeId: null },
    ]);
  });

  it('puts nothing behind the last row while there are more, and keeps the order of a search', async () => {
    const { api } = await openFavourites(three, { more: true });
    await focusOn(2);
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(api.sent(updateCall)).toHaveLength(0);
    await userEvent.type(screen.getByRole('searchbox'), 'Resource{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Move Resource 1' })).toBeNull());
  });

  it('writes a note that stays in its form until it is saved', async () => {
    let tries = 0;
    const { api } = await openFavourites(three, {
      calls: { [updateCall]: () => (tries++ === 0 ? failure(500, 'no', {}, 500) : envelope(null, 204)) },
    });
    await focusOn(1);
    await userEvent.keyboard('n');
    const dialog = within(await screen.findByRole('dialog', { name: 'Note on “Resource 1”' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'Second figure');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent(updateCall)).toHaveLength(1));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent(updateCall)[1]?.body).toEqual({ ids: [three[0]?.id], note: 'Second figure' });
  });

  it('moves the chosen ones to a folder, and back by Undo to where each was', async () => {
    const { api } = await openFavourites(three);
    await focusOn(1);
    await userEvent.keyboard('x');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Resource 3' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to folder' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(await screen.findByRole('link', { name: /^To read\s*2$/ })).toBeTruthy();
    await undo();
    expect(await screen.findByRole('link', { name: /^To read\s*0$/ })).toBeTruthy();
    const ids = [three[0]?.id, three[2]?.id];
    expect(api.sent(updateCall).map(({ body }) => body)).toEqual([
      { ids, folderId },
      { ids, folderId: null },
    ]);
  });

  it('takes the star off, and brings favourites back to their places with their notes', async () => {
    const { api } = await openFavourites([
      sampleFavourite(1),
      sampleFavourite(2, { note: 'keep' }),
      sampleFavourite(3),
    ]);
    await focusOn(2);
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(titles()).toEqual(['1', '3']));
    await undo();
    await waitFor(() => expect(titles()).toEqual(['1', '2', '3']));
    expect(screen.getByRole('button', { name: 'keep' })).toBeTruthy();
    expect(api.sent('POST /api/favourites/restore')).toHaveLength(1);
  });

  it('deletes a folder without its favourites, and Undo makes it again with them', async () => {
    const calls = {
      [`DELETE /api/favouriteFolders/${folderId}`]: () => envelope(null, 204),
      'POST /api/favouriteFolders': () => envelope({ id: folderId, name: 'To read', favourites: 0 }, 201),
      [`PATCH /api/favouriteFolders/${folderId}`]: () => envelope({ id: folderId, name: 'To read', favourites: 0 }),
    };
    const filed = sampleFavourite(1, { folderId });
    const { api, address } = await openFavourites([filed], { query: `?folder=${folderId}`, calls });
    (await screen.findByRole('link', { name: /^To read/ })).focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(address()).toBe('/app/home/collect'));
    await undo();
    await waitFor(() => expect(api.sent(updateCall)).toHaveLength(1));
    expect(api.sent(updateCall)[0]?.body).toEqual({ ids: [filed.id], folderId });
  });

  it('makes a folder, and shows at its name what the server refuses', async () => {
    const fields = [{ path: 'name', message: 'another folder has it already' }];
    await openFavourites(three, {
      calls: { 'POST /api/favouriteFolders': () => failure(422, 'invalid', { data: { fields } }, 422) },
    });
    await userEvent.click(screen.getByRole('button', { name: 'New folder' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByText('Fill this in.')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Folder name' }), 'To read{Enter}');
    expect(await dialog.findByText('another folder has it already')).toBeTruthy();
  });
});
