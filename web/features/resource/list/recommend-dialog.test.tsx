import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../../components/resource/testing/sample-lecture.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { editor, openResources, operationsCall } from './testing/open-resources.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const slotsCall = 'GET /api/home-page/slots';
const banner = { id: idOf(401), name: 'Banner', capacity: 5, entries: 2 };
const picks = { id: idOf(402), name: 'Picks of the week', capacity: 8, entries: 0 };
const pages = ['/app/resource/info', '/app/page/resourceRecommend'];
const homeEditor = sampleUser({ id: idOf(900), roleId: 3, permissions: pages });

async function openMenu(user = homeEditor, calls: Parameters<typeof openResources>[1] = {}) {
  const page = await openResources('', { [slotsCall]: () => envelope([banner, picks]), ...calls }, user);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  const bar = within(screen.getByRole('region', { name: 'Bulk actions' }));
  await userEvent.click(bar.getByRole('button', { name: 'More' }));
  return page;
}

async function openDialog(calls: Parameters<typeof openResources>[1] = {}) {
  const page = await openMenu(homeEditor, calls);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Recommend on home page' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...page, dialog, submit: dialog.getByRole('button', { name: 'Recommend' }) };
}

describe('recommending resources on the home page', () => {
  it('offers the slots with how full they are, and puts all of them into the one that is chosen', async () => {
    const { begun, dialog, submit } = await openDialog();
    expect(dialog.getByRole('heading', { name: 'Recommend 3 resources on the home page' })).toBeTruthy();
    await dialog.findByRole('option', { name: 'Banner (2 of 5 filled)' });
    await userEvent.selectOptions(dialog.getByLabelText('Slot'), 'Picks of the week (0 of 8 filled)');
    await userEvent.type(dialog.getByLabelText('From'), '2090-01-02T10:00');
    await userEvent.type(dialog.getByLabelText('Until'), '2090-02-02T10:00');
    await userEvent.click(dialog.getByRole('radio', { name: 'Everyone' }));
    await userEvent.click(submit);
    await waitFor(() =>
      expect(begun()).toMatchObject({
        action: 'recommend',
        selection: { ids: [idOf(1), idOf(2), idOf(3)] },
        input: { slotId: picks.id, audience: 'everyone' },
      }),
    );
    const { input } = begun() as { input: { startsAt: string; endsAt: string } };
    expect(Date.parse(input.endsAt) - Date.parse(input.startsAt)).toBe(31 * 86_400_000);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('takes the first slot, campus only and no bounds, when nothing is said', async () => {
    const { begun, dialog, submit } = await openDialog();
    await dialog.findByRole('option', { name: 'Banner (2 of 5 filled)' });
    await userEvent.click(submit);
    const input = { slotId: banner.id, startsAt: null, endsAt: null, audience: 'campus' };
    await waitFor(() => expect(begun()).toMatchObject({ input }));
  });

  it('refuses an end before the start', async () => {
    const { begun, dialog, submit } = await openDialog();
    await dialog.findByRole('option', { name: 'Banner (2 of 5 filled)' });
    await userEvent.type(dialog.getByLabelText('From'), '2090-02-02T10:00');
    await userEvent.type(dialog.getByLabelText('Until'), '2090-01-02T10:00');
    expect(dialog.getByText('Choose an end after the start.')).toBeTruthy();
    await userEvent.click(submit);
    expect(begun()).toBeUndefined();
  });

  it('can’t be sent where there is no slot', async () => {
    const { dialog, submit } = await openDialog({ [slotsCall]: () => envelope([]) });
    expect(await dialog.findByText('The home page has no slots yet.')).toBeTruthy();
    expect((submit as HTMLButtonElement).disabled).toBe(true);
  });

  it('says why the slots are missing, and offers them after another try', async () => {
    let tries = 0;
    const slots = () => (tries++ === 0 ? envelope(null, 500, 'server error', 500) : envelope([picks]));
    const { dialog, submit } = await openDialog({ [slotsCall]: slots });
    await userEvent.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('option', { name: 'Picks of the week (0 of 8 filled)' })).toBeTruthy();
    expect((submit as HTMLButtonElement).disabled).toBe(false);
  });

  it('stays open with its input when refused', async () => {
    const { dialog, submit } = await openDialog({ [operationsCall]: () => envelope(null, 409, 'changed', 409) });
    await userEvent.selectOptions(
      dialog.getByLabelText('Slot'),
      await dialog.findByRole('option', { name: 'Picks of the week (0 of 8 filled)' }),
    );
    await userEvent.click(submit);
    await waitFor(() => expect(submit.getAttribute('aria-busy')).not.toBe('true'));
    expect(dialog.getByLabelText<HTMLSelectElement>('Slot').value).toBe(picks.id);
  });

  it('is not offered to an editor without the page of the home page', async () => {
    await openMenu(editor);
    expect(screen.queryByRole('menuitem', { name: 'Recommend on home page' })).toBeNull();
  });
});
