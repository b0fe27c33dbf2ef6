import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { openPart } from '../testing/open-part.tsx';
import { impactCall, sampleImpact, samplePack } from '../testing/open-words.tsx';
import { dropImpact } from '../trial/ask-impact.ts';
import { PacksPanel } from './packs-panel.tsx';

beforeEach(() => openFreshWindow());
afterEach(() => {
  dropImpact();
  closeWindow();
});

const on = samplePack(1);
const at = (id: string) => `/api/sensitive/packs/${id}`;

async function open(calls: Parameters<typeof openPart>[1] = {}) {
  const opened = await openPart(PacksPanel, {
    [impactCall]: () => envelope(sampleImpact(0, 3)),
    [`PATCH ${at(on.id)}`]: () => envelope({ ...on, version: 3 }),
    [`POST ${at(on.id)}/delete`]: () => envelope(null, 204),
    ...calls,
  });
  await screen.findByText('Pack 1');
  return opened;
}

const button = (name: string) => screen.findByRole('button', { name });

describe('word packs', () => {
  it('are switched off as one, once it was seen what that clears', async () => {
    const { api } = await open();
    await userEvent.click(screen.getByRole('switch', { name: 'Enable “Pack 1”' }));
    expect(await screen.findByText('This clears 3 resources.')).toBeTruthy();
    expect(api.sent(impactCall)[0]?.body).toEqual({ pack: { id: on.id, enabled: false } });
    await userEvent.click(await button('Save anyway'));
    await waitFor(() => expect(api.sent(`PATCH ${at(on.id)}`)[0]?.body).toEqual({ enabled: false, version: 2 }));
  });

  it('are made under a name that no other has', async () => {
    let taken = true;
    const { api } = await open({
      'POST /api/sensitive/packs': () =>
        taken ? failure(409, 'Taken', { code: 'nameTaken' }, 409) : envelope(samplePack(3), 201),
    });
    await userEvent.click(await button('New pack'));
    const dialog = await screen.findByRole('dialog', { name: 'New pack' });
    await userEvent.click(await button('Save pack'));
    expect(within(dialog).getByText('Fill this in.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Pack 1');
    await userEvent.click(await button('Save pack'));
    expect(await within(dialog).findByText('A pack with this name already exists.')).toBeTruthy();
    taken = false;
    await userEvent.type(within(dialog).getByLabelText('Name'), '3');
    await userEvent.click(await button('Save pack'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New pack' })).toBeNull());
    expect(api.sent('POST /api/sensitive/packs').at(-1)?.body).toEqual({ name: 'Pack 13', description: '' });
  });

  it('are deleted with or without their words, after a preview', async () => {
    const { api } = await open();
    await userEvent.click(await button('Delete “Pack 1”'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete pack “Pack 1”?' });
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Delete too' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete pack' }));
    const effect = await screen.findByRole('dialog', { name: 'Impact of this change' });
    await userEvent.click(within(effect).getByRole('button', { name: 'Delete pack' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Delete the pack/ })).toBeNull());
    expect(api.sent(`POST ${at(on.id)}/delete`)[0]?.body).toEqual({ words: 'delete', version: 2 });
  });
});
