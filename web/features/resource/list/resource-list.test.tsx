import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, sampleLecture } from '../../../components/resource/testing/sample-lecture.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { admin, openResources, pageOf, resourcesCall } from './testing/open-resources.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const rowsOf = (...rows: Parameters<typeof sampleLecture>[]) => ({
  [resourcesCall]: () => envelope(pageOf(rows.map((given) => sampleLecture(...given)))),
});
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const offered = async (name: string) => {
  await click(`Actions for ${name}`);
  return within(screen.getByRole('menu'))
    .getAllByRole('menuitem')
    .map((item) => item.querySelector('.menu-item-label')?.textContent);
};

describe('the list of all resources', () => {
  it('shows what each is, and opens its page with the view it was opened from', async () => {
    const tags = [1, 2, 3].map((number) => ({ id: idOf(600 + number), name: `Tag ${number}` }));
    await openResources(
      '?tab=video&search=cell',
      rowsOf([1, { kind: 'video', format: 'mp4', durationSeconds: 65, state: 'published', tags }]),
    );
    const row = (await screen.findByRole('link', { name: 'Lecture 1' })).closest('tr') as HTMLElement;
    const link = within(row).getByRole('link', { name: 'Lecture 1' });
    expect(link.getAttribute('href')).toBe(
      `/app/resource/info/videoDetail/${idOf(1)}?list=resource&view=tab%3Dvideo%26search%3Dcell`,
    );
    expect(row.textContent).toContain('Video MP4');
    expect(row.textContent).toContain('Published');
    expect(row.textContent).toContain('1:05');
    expect(row.textContent).toContain('Tag 1Tag 2+1');
  });

  it('shows the matching text and opens it in place', async () => {
    const passage = {
      ...{
        source: 'document' as const,
        page: 3,
        second: null,
        box: [0.1, 0.2, 0.5, 0.05] as [number, number, number, number],
      },
      ...{ confidence: null, text: 'the <i>powerhouse</i> of it', marks: [[7, 17] as [number, number]] },
    };
    await openResources('?contains=powerhouse', rowsOf([1, { kind: 'document', passage }]));
    const link = await screen.findByRole('link', { name: /^Lecture 1/ });
    expect(link.textContent).toContain('Page 3 the <i>powerhouse</i> of it');
    expect(link.querySelector('mark')?.textContent).toBe('powerhouse');
    expect(link.getAttribute('href')).toBe(
      `/app/resource/info/detail/${idOf(1)}?list=resource&view=contains%3Dpowerhouse&page=3&box=0.1,0.2,0.5,0.05`,
    );
    expect(screen.getByRole('button', { name: /^Change filter Text contains: .*powerhouse/ })).toBeTruthy();
  });

  it('says why something was rejected, and when something will be published', async () => {
    await openResources(
      '',
      rowsOf([1, { state: 'rejected', stateReason: 'No source' }], [2, { publishAt: '2027-01-01T08:00:00.000Z' }]),
    );
    expect(await screen.findByTitle('Rejected: No source')).toBeTruthy();
    expect(screen.getByRole('img', { name: /^Publishes / })).toBeTruthy();
  });

  it('is narrowed by a click on a tag', async () => {
    const { address } = await openResources('', rowsOf([1, { tags: [{ id: idOf(601), name: 'Optics' }] }]));
    await click('Optics');
    expect(address()).toBe(`/app/resource/info?tag=${idOf(601)}`);
    expect(await screen.findByRole('button', { name: 'Change filter Tag: Optics' })).toBeTruthy();
  });

  it('offers for a row only what its state and the person allow', async () => {
    await openResources('', rowsOf([1, { state: 'published' }], [2, { state: 'in_review' }], [3, { inScope: false }]));
    const published = await offered('Lecture 1');
    expect(published).toContain('Take offline');
    for (const illegal of ['Publish', 'Reject', 'Move to Trash', 'Restore']) expect(published).not.toContain(illegal);
    await userEvent.keyboard('{Escape}');
    const inReview = await offered('Lecture 2');
    for (const legal of ['Publish', 'Withdraw', 'Reject']) expect(inReview).toContain(legal);
    await userEvent.keyboard('{Escape}');
    const others = await offered('Lecture 3');
    for (const reading of ['Add to favourites', 'Download', 'Copy link']) expect(others).toContain(reading);
    for (const writing of ['Edit metadata', 'Publish', 'Change owner', 'Move to Trash'])
      expect(others).not.toContain(writing);
  });

  it('lets owners submit their own, and leaves publishing to editors', async () => {
    const user = sampleUser({ id: idOf(901), roleId: 4, permissions: ['/app/resource/info'] });
    const { begun } = await openResources('', rowsOf([1, { inScope: true }]), user);
    const own = await offered('Lecture 1');
    expect(own).not.toContain('Publish');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Submit for review' }));
    await waitFor(() =>
      expect(begun()).toEqual({ list: 'resource', action: 'submit', selection: { ids: [idOf(1)] }, input: {} }),
    );
  });

  it('offers Trash actions, and purges many only with their typed number', async () => {
    const trashed = { state: 'trashed' } as const;
    const { begun } = await openResources('?tab=trash', rowsOf([1, trashed], [2, trashed]), admin);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
    const bar = within(screen.getByRole('region', { name: 'Bulk actions' }));
    expect(bar.queryByRole('button', { name: 'Publish' })).toBeNull();
    await userEvent.click(bar.getByRole('button', { name: 'Delete permanently' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Permanently delete 2 resources?' }));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete permanently' });
    expect(confirm.disabled).toBe(true);
    await userEvent.type(dialog.getByLabelText('To confirm, type the number: 2'), '2');
    await userEvent.click(confirm);
    await waitFor(() => expect(begun()).toMatchObject({ action: 'purge', selection: { ids: [idOf(1), idOf(2)] } }));
  });

  it('asks why something is rejected, and shows where something trashed would be missed', async () => {
    const uses = [
      { kind: 'column', name: 'Front page', link: null, detail: null },
      { kind: 'favourite', name: '2', link: null, detail: null },
    ];
    const { begun } = await openResources('', {
      ...rowsOf([1, { state: 'in_review' }]),
      [`GET /api/resources/${idOf(1)}/uses`]: () => envelope(uses),
    });
    await offered('Lecture 1');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject “Lecture 1”?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByText('Enter a reason.')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Too dark');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(begun()).toMatchObject({ action: 'reject', input: { reason: 'Too dark' } }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await offered('Lecture 1');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Move to Trash' }));
    expect(await screen.findByText('Front page')).toBeTruthy();
    expect(screen.getByText('Favourited by 2 people')).toBeTruthy();
  });
});
