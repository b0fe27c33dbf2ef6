import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notifications } from '../../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../../lib/testing/stub-event-source.ts';
import { at, openReview, threeHits } from '../../testing/open-review.tsx';
import { idOf, me, sampleHit, sampleRow, sampleView } from '../../testing/sample-review.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const blocked = { ...sampleRow(1).resource, state: 'blocked' as const };
const asked = { by: { id: idOf(905), name: 'Chen Yu' }, at: '2026-11-15T10:00:00.000Z', why: 'Only a flu shot.' };

it('claims and releases a review, but not someone else’s', async () => {
  const mine = sampleView({ claimedBy: { id: me.id, name: me.name }, moves: ['release', 'clear'], version: 5 });
  const { api } = await openReview(sampleView(), threeHits, {
    [`POST ${at}/claim`]: () => envelope(mine),
    [`POST ${at}/release`]: () =>
      envelope(sampleView({ claimedBy: { id: idOf(905), name: 'Chen Yu' }, moves: [], version: 6 })),
  });
  await userEvent.click(await button(/^Claim/));
  await userEvent.click(await button(/^Return to queue/));
  await waitFor(() => expect(api.sent(`POST ${at}/release`)[0]?.body).toEqual({ version: 5 }));
  expect(await screen.findByText(/Chen Yu is reviewing this/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  expect(screen.queryByLabelText('Note')).toBeNull();
});

it('says who decides an escalated review, and offers decisions to them only', async () => {
  const why = { by: { id: idOf(905), name: 'Chen Yu' }, at: '2026-11-15T10:00:00.000Z', why: 'Is it allowed?' };
  await openReview(sampleView({ state: 'escalated', escalated: why, claimedBy: null, moves: [] }));
  expect(await screen.findByText('Escalated to an administrator.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

it('lets one person ask to lift a block, and needs words for it', async () => {
  const { api } = await openReview(sampleView({ resource: blocked, moves: ['askUnblock'] }), threeHits, {
    [`POST ${at}/unblock`]: () => envelope(sampleView({ resource: blocked, moves: ['withdrawUnblock'], version: 5 })),
  });
  await userEvent.click(await button('Request unblock'));
  expect(api.sent(`POST ${at}/unblock`)).toHaveLength(0);
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Only a flu shot.' } });
  await userEvent.click(await button('Request unblock'));
  await waitFor(() =>
    expect(api.sent(`POST ${at}/unblock`)[0]?.body).toEqual({ note: 'Only a flu shot.', version: 4 }),
  );
  expect(await button('Withdraw request')).toBeTruthy();
});

it('shows open matches before unblocking, which needs them decided', async () => {
  await openReview(sampleView({ resource: blocked }), threeHits);
  await screen.findByText(/^Clear or mask all matches with severity Block/);
  const panel = screen.getByRole('region', { name: 'Decision' });
  const titles = within(panel).getAllByRole('heading', { level: 2 });
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'This match',
    'Same word and context',
    'Unblocking needs a second person',
  ]);
});

it('shows another person who asked and why, to agree or to refuse with a note', async () => {
  const view = sampleView({ resource: blocked, unblockAsked: asked, moves: ['confirmUnblock', 'refuseUnblock'] });
  const { api } = await openReview(view, threeHits, {
    [`POST ${at}/unblock/answer`]: () => envelope(sampleView({ state: 'cleared', moves: [], version: 5 })),
  });
  expect(await screen.findByText(/Chen Yu requested an unblock, .*: Only a flu shot\./)).toBeTruthy();
  await userEvent.click(await button('Decline'));
  expect(screen.getByText('Add a note to decline.')).toBeTruthy();
  await userEvent.click(await button('Unblock'));
  await waitFor(() =>
    expect(api.sent(`POST ${at}/unblock/answer`)[0]?.body).toEqual({ agree: true, note: '', version: 4 }),
  );
  await waitFor(() => expect(notifications.get().at(-1)?.title).toBe('Unblocked'));
});

it('shows the effect of an exception phrase before it is added', async () => {
  const impact = {
    flagged: { value: 0, exact: true },
    cleared: { value: 4, exact: true },
    unpublished: { value: 0, exact: true },
    samples: [],
    cutShort: false,
    looked: 120,
  };
  const added = `POST ${at}/hits/${idOf(101)}/exception`;
  const { api } = await openReview(sampleView(), threeHits, {
    'POST /api/sensitive/words/impact': () => envelope(impact),
    [added]: () => envelope({ id: idOf(300) }, 200, 'ok', 201),
  });
  await userEvent.click(await button('Add exception…'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add exception for “cheap pills”' }));
  const phrase = dialog.getByLabelText<HTMLInputElement>('Phrase containing the word');
  expect(phrase.value).toBe('buy ch3ap pills online');
  await userEvent.click(await dialog.findByRole('button', { name: 'Preview impact' }));
  expect(await dialog.findByText(/clears 4 resources/)).toBeTruthy();
  expect(api.sent(added)).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Add exception' }));
  await waitFor(() => expect(api.sent(added)[0]?.body).toEqual({ phrase: 'buy ch3ap pills online', wordVersion: 9 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('marks likely false matches apart and last, and dismisses them for the word at once, with Undo', async () => {
  const ignore = `POST ${at}/words/${idOf(300)}/likelyFalse`;
  const { api } = await openReview(sampleView(), [sampleHit(4, { likelyFalse: true }), sampleHit(1)], {
    [ignore]: () => envelope({ id: idOf(300) }),
  });
  const list = within(await screen.findByRole('region', { name: 'Matches' }));
  expect((await list.findAllByRole('heading', { level: 3 })).map((title) => title.textContent)).toEqual([
    'cheap pillsLikely falseSpeech',
    'cheap pillsBlockSpeech',
  ]);
  await userEvent.click(await button('Dismiss all for “cheap pills”'));
  await waitFor(() => expect(api.sent(ignore)[0]?.body).toEqual({ ignored: true }));
  await waitFor(() =>
    expect(notifications.get().at(-1)?.title).toBe('Likely false matches of “cheap pills” dismissed'),
  );
  notifications.get().at(-1)?.action?.run();
  await waitFor(() => expect(api.sent(ignore)[1]?.body).toEqual({ ignored: false }));
});

it('decides the same word in the same context alike, as an operation', async () => {
  const same = `${at}/hits/${idOf(101)}/same`;
  const { api } = await openReview(sampleView(), threeHits, {
    [`GET ${same}`]: () => envelope({ hits: 12, resources: 5, samples: [{ id: idOf(9), title: 'Lecture 9' }] }),
    [`POST ${same}`]: () => envelope({ id: idOf(600) }, 200, 'ok', 202),
  });
  await userEvent.click(await button('Decide all…'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('link', { name: 'Lecture 9' })).toBeTruthy();
  await userEvent.click(dialog.getByLabelText('Mask'));
  await userEvent.click(dialog.getByRole('button', { name: 'Decide 12 matches' }));
  await waitFor(() => expect(api.sent(`POST ${same}`)[0]?.body).toMatchObject({ decision: 'mask', note: '' }));
});

it('lists earlier decisions on resource and word, with Undo for one’s own', async () => {
  const decision = {
    id: idOf(710),
    resource: { id: idOf(1), title: 'Lecture 1' },
    decision: 'clear',
    reason: 'teaching',
    note: 'It is the topic.',
    by: { id: me.id, name: me.name },
    at: '2026-11-14T10:00:00.000Z',
    undone: null,
    word: { id: idOf(300), text: 'cheap pills' },
    source: 'speech',
    excerpt: null,
    hits: 2,
    operationId: null,
    undoable: true,
  };
  const undo = `POST ${at}/decisions/${idOf(710)}/undo`;
  const { api } = await openReview(sampleView(), threeHits, {
    [`GET ${at}/decisions`]: () => envelope({ rows: [decision], more: false }),
    [undo]: () => envelope(sampleView({ version: 5 })),
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'History' }));
  expect(await screen.findByText('It is the topic.')).toBeTruthy();
  expect(screen.getByText('Teaching material')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'On the word “cheap pills”' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Undo: Cleared/ }));
  await waitFor(() => expect(api.sent(undo)[0]?.body).toEqual({ version: 4 }));
});
