import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAction } from '../../../lib/actions.ts';
import { navigate } from '../../../lib/navigation.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { at, idOf, me, openResource, sampleResource } from './testing/open-resource.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const queue = '?list=resource&view=tab%3DinReview';
const waiting = sampleResource({ state: 'in_review', moves: ['publish', 'reject', 'withdraw'] });
const next = { previous: null, next: { id: idOf(2), kind: 'video' }, before: 0, after: 4 };
const press = (id: string) => findAction(`resourceDetail.${id}`)?.run({ navigate, user: me });

function openQueue(around: object = next, resource = waiting, query = queue) {
  const moved = sampleResource({ state: 'published', version: 6, moves: ['offline'] });
  const calls = {
    [`GET ${at}/neighbours`]: () => envelope(around),
    [`POST ${at}/moves`]: () => envelope(moved),
  };
  return openResource(resource, calls, query);
}

describe('the review queue', () => {
  it('publishes with A and goes on to the next resource', async () => {
    const { api, address } = await openQueue();
    expect(await screen.findByText('1 of 5')).toBeTruthy();
    expect((await screen.findByRole('button', { name: 'Publish' })).getAttribute('aria-keyshortcuts')).toBe('A');
    await press('publish');
    await waitFor(() => expect(address()).toBe(`/app/resource/info/videoDetail/${idOf(2)}${queue}`));
    expect(api.sent(`POST ${at}/moves`)[0]?.body).toEqual({ move: 'publish', version: 5 });
  });

  it('asks for a reason with R, and goes on once it is given', async () => {
    const { api, address } = await openQueue();
    await screen.findByText('1 of 5');
    await press('reject');
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox'), 'No author');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(address()).toContain(`/videoDetail/${idOf(2)}`));
    expect(api.sent(`POST ${at}/moves`)[0]?.body).toMatchObject({ move: 'reject', reason: 'No author' });
  });

  it('returns to the list after the last decision', async () => {
    const { address } = await openQueue({ previous: null, next: null, before: 0, after: 0 });
    await screen.findByText('1 of 1');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(address()).toBe('/app/resource/info?tab=inReview'));
  });

  it('has no keys on a resource opened from elsewhere', async () => {
    const { api } = await openQueue(next, waiting, '?list=resource&view=kind%3Dvideo');
    await screen.findByRole('button', { name: 'Publish' });
    expect(findAction('resourceDetail.publish')).toBeUndefined();
    expect(api.sent(`POST ${at}/moves`)).toEqual([]);
  });
});

describe('the checklist before publishing', () => {
  const incomplete = { required: ['author', 'licence', 'tagIds'] as const, missing: ['author', 'licence'] as const };

  it('shows how many fields are filled in, and leads from a missing one to its field', async () => {
    const fields = { required: [...incomplete.required], missing: [...incomplete.missing] };
    await openResource(sampleResource({ ...fields, moves: ['submit'], mayEdit: true }), {}, '?tab=notes');
    expect(await screen.findByText('Required before publishing: 1 of 3 filled in')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Fill in Author' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Author/)));
  });

  it('is gone once everything is filled in or the resource is published', async () => {
    await openResource(sampleResource({ required: ['author'], missing: ['author'], state: 'published' }));
    await screen.findByLabelText(/^Author/);
    expect(screen.queryByRole('region', { name: 'Required before publishing' })).toBeNull();
  });

  it('shows where a value comes from until it is edited', async () => {
    const sources = { author: { from: 'file' as const, name: null }, year: { from: 'person' as const, name: 'Ben' } };
    await openResource(sampleResource({ author: 'Anna', year: 2020, sources }));
    expect(await screen.findByText('From the file')).toBeTruthy();
    expect(screen.getByText('Entered by Ben')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Author/), ' Li');
    expect(screen.queryByText('From the file')).toBeNull();
  });
});
