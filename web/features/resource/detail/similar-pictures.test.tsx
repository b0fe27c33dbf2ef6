import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { at, idOf, openResource, sampleResource, sampleVersion } from './testing/open-resource.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const photo = sampleResource({
  ...{ kind: 'image', format: 'png', title: 'Leaf' },
  current: sampleVersion({ format: 'png', fileName: 'leaf.png', width: 800, height: 600 }),
});
const picture = (number: number, title: string, more: object = {}) => ({
  ...{ id: idOf(number), title, thumbnail: `/resources/${idOf(number)}/renditions/${idOf(99)}`, state: 'published' },
  ...{ owner: { id: idOf(900), name: 'Li Wei' }, sameFile: false, distance: 3, ...more },
});
const section = () => screen.findByRole('region', { name: 'Similar images' });

describe('similar pictures', () => {
  it('are listed below the image’s details, with thumbnails and links', async () => {
    const twin = picture(2, 'Leaf, copied', { sameFile: true, distance: 0, state: 'draft' });
    const { address } = await openResource(photo, {
      [`GET ${at}/similar`]: () => envelope([twin, picture(3, 'Leaf, small')]),
    });
    const links = within(await section()).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Leaf, copiedSame file', 'Leaf, smallPublished']);
    expect(links[0]?.title).toBe('Leaf, copied · Draft · Li Wei');
    expect(links[1]?.querySelector('img')?.getAttribute('src')).toBe(`/api${picture(3, '').thumbnail}`);
    await userEvent.click(links[1] as HTMLElement);
    await waitFor(() => expect(address()).toBe(`/app/resource/info/imgDetail/${idOf(3)}`));
  });

  it('are hidden if there are none, and not requested for other kinds', async () => {
    const none = await openResource(photo);
    await waitFor(() => expect(none.api.sent(`GET ${at}/similar`)).toHaveLength(1));
    expect(screen.queryByText('Similar images')).toBeNull();
    none.unmount();
    const document = await openResource(sampleResource());
    await screen.findByLabelText(/^Author/);
    expect(document.api.sent(`GET ${at}/similar`)).toEqual([]);
  });

  it('can be asked for again when that failed, without a word elsewhere', async () => {
    let broken = true;
    await openResource(photo, {
      [`GET ${at}/similar`]: () => (broken ? failure(404, 'Gone', {}, 404) : envelope([picture(2, 'Found')])),
    });
    const line = await screen.findByText('Couldn’t load similar images.');
    expect(screen.queryByRole('alert')).toBeNull();
    broken = false;
    await userEvent.click(within(line).getByRole('button', { name: 'Try again' }));
    expect(within(await section()).getByText('Found')).toBeTruthy();
  });
});
