import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runAction } from '../../../lib/actions.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { askForReview, at, openReview, threeHits } from '../testing/open-review.tsx';
import { idOf, me, sampleHit, sampleView } from '../testing/sample-review.ts';

let streams: ReturnType<typeof stubEventSource>;
beforeEach(async () => {
  await openFreshWindow();
  streams = stubEventSource();
});
afterEach(closeWindow);

const press = (id: string) => act(() => void runAction(`review.${id}`, { navigate, user: me }));
const decided = (change: object, hit = threeHits[0]) =>
  envelope({ review: sampleView({ version: 5, openHits: 1 }), decisionId: idOf(700), hits: [{ ...hit, ...change }] });
const hitButton = (place: string) => screen.findByRole('button', { name: new RegExp(place) });

it('groups matches by word and source, opens the first open one and says why it matched', async () => {
  await openReview();
  const speech = within(await screen.findByRole('region', { name: 'cheap pills · Speech' }));
  expect(speech.getAllByRole('button')).toHaveLength(2);
  expect((await hitButton('^3:12.4')).getAttribute('aria-current')).toBe('true');
  const text = within(await screen.findByRole('article', { name: 'Matched text' }));
  expect((await text.findByText('ch3ap pills')).tagName).toBe('MARK');
  expect(screen.getByText(/in disguise: digits or symbols for letters\..*Category: Advertising/)).toBeTruthy();
  expect(await screen.findByText(/Confirmed in 41 of 43 decisions \(95%\)/)).toBeTruthy();
  expect(screen.getByText('4 of 14')).toBeTruthy();
  expect(screen.getByLabelText(/^Loop ±10 s/)).toBeTruthy();
});

it('moves with J and K and keeps the match in the address', async () => {
  const { address } = await openReview();
  await hitButton('^3:12.4');
  press('nextHit');
  await waitFor(() => expect(address()).toContain(`hit=${idOf(102)}`));
  expect((await hitButton('^11:05')).getAttribute('aria-current')).toBe('true');
  press('previousHit');
  await waitFor(() => expect(address()).toContain(`hit=${idOf(101)}`));
});

it('clears with A and the chosen reason, continues to the next, and undoes with U', async () => {
  const { api, address } = await openReview(sampleView(), threeHits, {
    [`POST ${at}/hits/decisions`]: () => decided({ state: 'cleared' }),
    [`POST ${at}/decisions/${idOf(700)}/undo`]: () => envelope(sampleView({ version: 6 })),
  });
  await hitButton('^3:12.4');
  await userEvent.selectOptions(screen.getByLabelText('Reason to clear'), 'Quotation');
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'From a pamphlet.' } });
  press('clear');
  await waitFor(() =>
    expect(api.sent(`POST ${at}/hits/decisions`)[0]?.body).toEqual({
      hitIds: [idOf(101)],
      decision: 'clear',
      reason: 'quotation',
      note: 'From a pamphlet.',
      version: 4,
    }),
  );
  await waitFor(() => expect(address()).toContain(`hit=${idOf(102)}`));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe(''));
  expect(notifications.get().at(-1)).toMatchObject({ title: 'Cleared: cheap pills', action: { label: 'Undo' } });
  press('undo');
  await waitFor(() => expect(api.sent(`POST ${at}/decisions/${idOf(700)}/undo`)).toHaveLength(1));
  await waitFor(() => expect(notifications.get().map(({ title }) => title)).toEqual(['Decision undone']));
});

it('shows what others see of a masked match', async () => {
  await openReview(sampleView(), [sampleHit(1, { state: 'masked' })]);
  const text = within(await screen.findByRole('article', { name: 'Matched text' }));
  const others = await text.findByText('Others hear silence here. Its text:');
  expect(others.parentElement?.textContent).toContain('so if you buy ■■■■■ ■■■■■ online');
});

it('opens the next review with N once nothing is open', async () => {
  const view = sampleView({ openHits: 0, state: 'cleared', moves: [] });
  const { address } = await openReview(view, [sampleHit(1, { state: 'cleared' })]);
  expect(await screen.findByText('All matches are decided.')).toBeTruthy();
  press('next');
  await waitFor(() => expect(address()).toBe(`/app/sensitive/resource/audioDetail/${idOf(2)}`));
});

it('says that someone else decided, keeps the note and reloads', async () => {
  let version = 4;
  const { api } = await openReview(sampleView(), threeHits, {
    [`GET ${at}`]: () => envelope(sampleView({ version, ...(version > 4 && { openHits: 1 }) })),
    [`POST ${at}/hits/decisions`]: () =>
      failure(409, 'Someone else has already decided this.', { code: 'decidedMeanwhile' }, 409),
  });
  await hitButton('^3:12.4');
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Mine' } });
  await userEvent.click(screen.getByRole('button', { name: 'Block' }));
  expect(await screen.findByText(/Someone else has already decided this\./)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Mine');
  version = 9;
  const before = api.sent(`GET ${at}/hits`).length;
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByText('1 of 3 matches open')).toBeTruthy();
  await waitFor(() => expect(api.sent(`GET ${at}/hits`).length).toBeGreaterThan(before));
  expect(screen.queryByText(/Someone else has already decided this\./)).toBeNull();
});

it('asks before discarding an unsaved note', async () => {
  const { router } = await openReview();
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Half a thought' } });
  act(() => router.history.push('/app/sensitive/resource'));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
});

it('decides all open matches at once, with a reason', async () => {
  const { api } = await openReview(sampleView(), threeHits, {
    [`POST ${at}/decisions`]: () =>
      envelope({ review: sampleView({ state: 'returned', version: 5 }), decisionId: idOf(701) }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Return to owner…' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Note'), { target: { value: 'Leave it out.' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Return' }));
  await waitFor(() =>
    expect(api.sent(`POST ${at}/decisions`)[0]?.body).toMatchObject({ decision: 'return', note: 'Leave it out.' }),
  );
  expect((await screen.findAllByText('Returned to owner')).length).toBeGreaterThan(0);
});

it('keeps the note when a decision on all matches is refused', async () => {
  await openReview(sampleView(), threeHits, {
    [`POST ${at}/decisions`]: () =>
      failure(409, 'Someone else has already decided this.', { code: 'decidedMeanwhile' }, 409),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Return to owner…' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Note'), { target: { value: 'Leave the shop out.' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Return' }));
  expect(await screen.findByText(/Someone else has already decided this\./)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Leave the shop out.');
});

it('updates when others decide', async () => {
  let openHits = 2;
  await openReview(sampleView(), threeHits, { [`GET ${at}`]: () => envelope(sampleView({ openHits })) });
  expect(await screen.findByText('2 of 3 matches open')).toBeTruthy();
  openHits = 1;
  act(() => {
    streams.all[0]?.open();
    streams.all[0]?.send('review', { topic: 'review', resourceId: idOf(1) }, '1');
  });
  expect(await screen.findByText('1 of 3 matches open')).toBeTruthy();
});

it('shows why it can’t be loaded and links back to the same queue view', async () => {
  const calls = { [`GET ${at}`]: () => failure(500, 'No', {}, 500) };
  await askForReview(sampleView(), threeHits, calls, '?view=tab%3Dmine');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  const title = screen.getByRole('heading', { level: 1 });
  expect([title.textContent, title.className]).toEqual(['Video review', '']);
  const back = screen.getByRole('link', { name: 'Back to queue' });
  expect(back.getAttribute('href')).toBe('/app/sensitive/resource?tab=mine');
});

it('shows a match in a chapter in its text, with a link to the chapter and without a file', async () => {
  const resource = {
    ...sampleView().resource,
    kind: 'chapter' as const,
    title: 'Waves',
    state: 'blocked' as const,
    format: '',
  };
  const place = { source: 'body' as const, page: null, box: null, startMs: null, endMs: null };
  const view = sampleView({ resource, moves: ['claim', 'clear', 'block'] });
  const { address } = await openReview(view, [sampleHit(1, { place })]);
  expect(address()).toContain('/app/sensitive/resource/detail/');
  expect(address()).toContain('type=chapter');
  const text = within(await screen.findByRole('article', { name: 'Matched text' }));
  expect((await text.findByText('ch3ap pills')).tagName).toBe('MARK');
  expect(text.getByRole('heading', { name: 'Text' })).toBeTruthy();
  expect(screen.getByText('Hidden from the public site until this is reviewed.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open chapter' });
  expect(link.getAttribute('href')).toBe(`/app/course/list/catalog/detail/${idOf(1)}`);
  expect(screen.queryByRole('button', { name: 'Show file' })).toBeNull();
});
