import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findAction, runAction } from '../../lib/actions.ts';
import { navigate } from '../../lib/navigation.ts';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { pageOf } from '../../lib/testing/sample-page.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openReviews } from './testing/open-reviews.tsx';
import { idOf, me, sampleRow } from './testing/sample-review.ts';

let streams: ReturnType<typeof stubEventSource>;
beforeEach(async () => {
  await openFreshWindow();
  streams = stubEventSource();
});
afterEach(closeWindow);

const rowOf = async (title: string) => (await screen.findByText(title)).closest('tr') as HTMLElement;
const openMenu = async (title: string) =>
  userEvent.click(within(await rowOf(title)).getByRole('button', { name: /^Actions/ }));
const context = { navigate, user: me };

it('shows severity, first match, words, match count and overdue reviews', async () => {
  await openReviews('', {
    'GET /api/sensitive/reviews': () =>
      envelope(
        pageOf([sampleRow(1), sampleRow(2, { dueAt: '2026-01-01T00:00:00.000Z', likelyFalse: true })], { open: 14 }),
      ),
  });
  expect(await screen.findByRole('tab', { name: 'Open 14' })).toBeTruthy();
  const row = within(await rowOf('Lecture 1'));
  expect(row.getByText('Block')).toBeTruthy();
  expect(row.getByText('ch3ap pills').tagName).toBe('MARK');
  expect(row.getByRole('button', { name: 'cheap pills ×2' })).toBeTruthy();
  expect(row.getByText('2 of 3')).toBeTruthy();
  expect(row.getByRole('link').getAttribute('href')).toBe(`/app/sensitive/resource/videoDetail/${idOf(1)}`);
  expect(row.queryByTitle(/^overdue by/)).toBeNull();
  const doubtful = within(await rowOf('Lecture 2'));
  expect(doubtful.getByTitle(/^overdue by/)).toBeTruthy();
  expect(doubtful.getByText('Likely false')).toBeTruthy();
  expect(doubtful.queryByText('Block')).toBeNull();
});

it('shows the word of the first place, however often others were found', async () => {
  const words = [
    { id: idOf(31), text: 'gradient', hits: 9 },
    { id: idOf(32), text: 'cheap pills', hits: 1 },
  ];
  await openReviews('', { 'GET /api/sensitive/reviews': () => envelope(pageOf([sampleRow(1, { words })])) });
  const row = within(await rowOf('Lecture 1'));
  expect(row.getByRole('button', { name: 'cheap pills' })).toBeTruthy();
  expect(row.getByTitle('gradient').textContent).toBe('+1');
});

it('links to the words before the first match, and says when everything is decided', async () => {
  let all = 0;
  const empty = () => envelope(pageOf([], { open: 0, all }));
  const permissions = [...me.permissions, '/app/sensitive/word'];
  await openReviews('', { 'GET /api/sensitive/reviews': empty }, { ...me, permissions });
  expect(await screen.findByText(/^Lectern scans every file/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open the word library' })).toBeTruthy();
  all = 3;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Every match has been reviewed.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show all' })).toBeTruthy();
});

it('remembers the view of the queue in the way to a review', async () => {
  await openReviews('?tab=mine&severity=block');
  const link = within(await rowOf('Lecture 1')).getByRole('link');
  expect(link.getAttribute('href')).toContain(`${idOf(1)}?view=tab%3Dmine%26severity%3Dblock`);
});

it('claims at once, and decides with a reason; a return needs a note', async () => {
  const { begun } = await openReviews();
  await openMenu('Lecture 1');
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Claim/ }));
  await waitFor(() => expect(begun()).toMatchObject({ list: 'review', action: 'claim' }));
  await openMenu('Lecture 1');
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Return to owner/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Return “Lecture 1” for changes?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Return' }));
  expect(dialog.getByText('Add a note.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Note'), { target: { value: 'Leave the shop out.' } });
  await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'Unlawful');
  await userEvent.click(dialog.getByRole('button', { name: 'Return' }));
  await waitFor(() =>
    expect(begun()).toEqual({
      list: 'review',
      action: 'return',
      selection: { ids: [idOf(1)] },
      input: { reason: 'unlawful', note: 'Leave the shop out.' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('decides many at once, and offers nothing that is decided already', async () => {
  const { begun } = await openReviews('', {
    'GET /api/sensitive/reviews': () =>
      envelope(pageOf([sampleRow(1), sampleRow(2, { state: 'cleared', openHits: 0 })])),
  });
  await openMenu('Lecture 2');
  expect(await screen.findByRole('menuitem', { name: 'Re-scan' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /^Clear/ })).toBeNull();
  await userEvent.keyboard('{Escape}');
  for (const box of screen.getAllByRole('checkbox', { name: /^Select Lecture/ })) await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'Clear…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear 2 items?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Clear' }));
  await waitFor(() =>
    expect(begun()).toMatchObject({ action: 'clear', selection: { ids: [idOf(1), idOf(2)] }, input: { note: '' } }),
  );
});

it('has A and B for the row at hand, N for the next and U for Undo, in the registry that palette and help read', async () => {
  const { begun, api, address } = await openReviews('', {
    [`POST /api/operations/${idOf(500)}/undo`]: () => envelope({ id: idOf(501) }, 200, 'ok', 202),
  });
  within(await rowOf('Lecture 1'))
    .getByRole('link')
    .focus();
  await waitFor(() => expect(findAction('review.clear')?.keys).toBe('a'));
  expect(findAction('review.block')?.keys).toBe('b');
  expect(findAction('review.next')?.keys).toBe('n');
  expect(findAction('review.undo')?.keys).toBe('u');
  act(() => void runAction('review.block', context));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(begun()).toMatchObject({ action: 'block', selection: { ids: [idOf(1)] } }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => void runAction('review.undo', context));
  await waitFor(() => expect(api.sent(`POST /api/operations/${idOf(500)}/undo`)).toHaveLength(1));
  await waitFor(() => expect(notifications.get().some(({ title }) => title === 'Undo started')).toBe(true));
  act(() => void runAction('review.undo', context));
  await waitFor(() => expect(notifications.get().some(({ title }) => title === 'Nothing to undo')).toBe(true));
  act(() => void runAction('review.next', context));
  await waitFor(() => expect(address()).toBe(`/app/sensitive/resource/videoDetail/${idOf(1)}`));
});

it('continues with the first unclaimed review, or says that there is none', async () => {
  const taken = (number: number) => sampleRow(number, { claimedBy: { id: idOf(903), name: 'Ben Ode' } });
  let last = [taken(3), sampleRow(4, { claimedBy: { id: me.id, name: me.name } })];
  const { address } = await openReviews('', {
    'GET /api/sensitive/reviews': ({ url }) =>
      envelope(url.searchParams.has('cursor') ? pageOf(last) : { ...pageOf([taken(1), taken(2)]), next: 'after2' }),
  });
  await rowOf('Lecture 1');
  const before = address();
  const mine = last;
  last = [taken(3)];
  act(() => void runAction('review.next', context));
  await waitFor(() =>
    expect(notifications.get().map(({ title }) => title)).toEqual(['Nothing left for you to review']),
  );
  expect(address()).toBe(before);
  last = mine;
  act(() => void runAction('review.next', context));
  await waitFor(() => expect(address()).toBe(`/app/sensitive/resource/videoDetail/${idOf(4)}`));
});

it('says what this is while nothing was ever found, and follows what others decide', async () => {
  let rows = [sampleRow(1)];
  await openReviews('', { 'GET /api/sensitive/reviews': () => envelope(pageOf(rows)) });
  await rowOf('Lecture 1');
  rows = [];
  act(() => streams.all[0]?.send('review', { topic: 'review', resourceId: idOf(1) }, '1'));
  expect(await screen.findByText('You’re all caught up')).toBeTruthy();
});
