import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { idOf, sampleLecture } from '../../../components/resource/testing/sample-lecture.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { openResources } from './testing/open-resources.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const sha256 = 'a'.repeat(64);
const twins = [
  { ...sampleLecture(1, { title: 'Poster' }), uses: 2 },
  { ...sampleLecture(2, { title: 'Poster copy', library: { id: idOf(802), name: 'College' } }), uses: 0 },
];
const group = { sha256, sizeBytes: 1_500_000, keptBy: null, resources: twins };
const listCall = 'GET /api/resources/duplicates';
const listed = { [listCall]: () => envelope({ groups: [group], next: null }) };

it('are shown side by side and merged into the one to keep', async () => {
  const call = 'POST /api/resources/duplicates/merge';
  const { api } = await openResources('?panel=duplicates', { ...listed, [call]: () => envelope(twins[0]) });
  const region = within(await screen.findByRole('region', { name: 'Poster' }));
  expect(region.getByText('2 copies, 1.5 MB each')).toBeTruthy();
  expect(region.getByText('1.5 MB can be freed')).toBeTruthy();
  expect(region.getByText('2 places')).toBeTruthy();
  await userEvent.click(region.getByRole('button', { name: 'Merge into this one: Poster, School' }));
  const question = within(await screen.findByRole('dialog', { name: 'Merge 1 duplicate into “Poster”?' }));
  await userEvent.click(question.getByRole('button', { name: 'Merge into this one' }));
  await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ sha256, keepId: idOf(1), mergeIds: [idOf(2)] }));
  await waitFor(() => expect(api.sent(listCall)).toHaveLength(2));
});

it('are left alone when they are meant', async () => {
  const call = 'POST /api/resources/duplicates/keep';
  const { api } = await openResources('?panel=duplicates', { ...listed, [call]: () => envelope(null, 204) });
  await userEvent.click(await screen.findByRole('button', { name: 'Keep all' }));
  await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ sha256 }));
  await userEvent.click(screen.getByRole('switch', { name: 'Include duplicates kept on purpose' }));
  await waitFor(() => expect(api.sent(listCall).at(-1)?.url.searchParams.get('decided')).toBe('true'));
});
