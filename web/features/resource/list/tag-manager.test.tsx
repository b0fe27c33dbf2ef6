import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { idOf } from '../../../components/resource/testing/sample-lecture.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { openResources } from './testing/open-resources.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const tags = [
  { id: idOf(601), name: 'Optics', resources: { value: 7, exact: true } },
  { id: idOf(602), name: 'optik', resources: { value: 2, exact: true } },
];
const listed = { 'GET /api/tags': () => envelope(tags) };
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('renames a tag, and says when another one has the name', async () => {
  const call = `PATCH /api/tags/${idOf(602)}`;
  let taken = true;
  const { api } = await openResources('?panel=tags', {
    ...listed,
    [call]: () => (taken ? failure(409, 'Taken', {}, 409) : envelope(tags[0])),
  });
  await click('Rename tag optik');
  const dialog = within(screen.getByRole('dialog', { name: 'Rename tag optik' }));
  const name = dialog.getByLabelText('New name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Optics{Enter}');
  expect(await dialog.findByText('A tag with this name already exists. Merge the two instead.')).toBeTruthy();
  taken = false;
  await userEvent.type(name, ' II{Enter}');
  await waitFor(() => expect(api.sent(call).at(-1)?.body).toEqual({ name: 'Optics II' }));
});

it('merges tags into the one that is used most, unless another is chosen', async () => {
  const call = `POST /api/tags/${idOf(601)}/merge`;
  const { api } = await openResources('?panel=tags', { ...listed, [call]: () => envelope(tags[0]) });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select tag optik' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select tag Optics' }));
  await click('Merge 2 tags');
  const dialog = within(screen.getByRole('dialog', { name: 'Merge 2 tags' }));
  expect(dialog.getByLabelText<HTMLSelectElement>('Keep').value).toBe(idOf(601));
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ fromIds: [idOf(602)] }));
});

it('deletes a tag after telling how many of its resources one sees, and that it goes from all', async () => {
  const call = `DELETE /api/tags/${idOf(602)}`;
  const { api } = await openResources('?panel=tags', { ...listed, [call]: () => envelope(null, 204) });
  await click('Delete tag optik');
  expect(screen.getByText(/^The tag is removed from 2 resources, plus any you can’t see/)).toBeTruthy();
  await click('Delete');
  await waitFor(() => expect(api.sent(call)).toHaveLength(1));
});

it('loads more tags after the last one', async () => {
  const many = Array.from({ length: 101 }, (_, at) => ({
    id: idOf(1000 + at),
    name: `Tag ${at}`,
    resources: { value: 1, exact: true },
  }));
  const { api } = await openResources('?panel=tags', {
    'GET /api/tags': ({ url }: { url: URL }) =>
      envelope(url.searchParams.has('after') ? many.slice(100) : many.slice(0, 100)),
  });
  await screen.findByText('Tag 99');
  expect(screen.queryByText('Tag 100')).toBeNull();
  await click('Show more');
  expect(await screen.findByText('Tag 100')).toBeTruthy();
  expect(api.sent('GET /api/tags').at(-1)?.url.searchParams.get('after')).toBe(idOf(1099));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('lets others only look, and closes to the list as it was', async () => {
  const user = sampleUser({ id: idOf(901), roleId: 4, permissions: ['/app/resource/info'] });
  const { address } = await openResources('?tab=video&panel=tags', listed, user);
  const link = await screen.findByRole('link', { name: 'Resources tagged Optics: 7' });
  expect(link.getAttribute('href')).toBe(`/app/resource/info?tag=${idOf(601)}`);
  expect(screen.queryByRole('button', { name: /Rename|Merge|Delete/ })).toBeNull();
  window.history.replaceState(null, '', '/app/resource/info?tab=video&panel=tags');
  await click('Close');
  expect(address()).toBe('/app/resource/info?tab=video');
});
