import type { SavedReport } from '@lectern/contract/features/saved-report.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { ReportMenu } from './report-menu.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const path = '/app/data/resource';
const list = 'GET /api/statistics/reports';
const create = 'POST /api/statistics/reports';
const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
const at = `/api/statistics/reports/${idOf(1)}`;
const mailedOn = { weekday: 1, monthDay: 1, hour: 7, timeZone: 'UTC' };

function report(change: Partial<SavedReport> = {}): SavedReport {
  return {
    id: idOf(1),
    page: 'data.resource',
    name: 'By college',
    address: 'by=college',
    shared: false,
    mailed: 'none',
    mailedOn,
    owner: { id: idOf(9), name: 'Li Wei' },
    mine: true,
    lastMailedAt: null,
    nextMailedAt: null,
    version: 3,
    ...change,
  };
}

async function open(query: string, reports: SavedReport[], calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({
    [list]: () => envelope(reports),
    [create]: ({ body }) => envelope(report({ ...(body as object), id: idOf(2) }), 201),
    [`PATCH ${at}`]: ({ body }) => envelope(report({ ...(body as object), version: 4 })),
    [`DELETE ${at}`]: () => envelope(null, 204),
    ...calls,
  });
  const page = await renderPage(`${path}${query}`, () => <ReportMenu page="data.resource" />, sampleUser());
  return { api, user: userEvent.setup(), ...page };
}

type User = ReturnType<typeof userEvent.setup>;

async function choose(user: User, button: string | RegExp, item: string | RegExp) {
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the saved reports menu', () => {
  it('saves the current view under a name, optionally shared', async () => {
    const { user, api, address } = await open('?period=7&by=college', []);
    await choose(user, 'Reports', 'Save as report…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as report' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await user.type(dialog.getByLabelText('Name'), '  A week ');
    await user.click(dialog.getByRole('switch', { name: 'Share with others' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe(`${path}?by=college&period=7&report=${idOf(2)}`));
    expect(api.sent(create)[0]?.body).toEqual({
      page: 'data.resource',
      name: 'A week',
      address: 'by=college&period=7',
      shared: true,
      mailed: 'none',
      mailedOn,
    });
    expect(notifications.get().map(({ title }) => title)).toEqual(['Report saved']);
  });

  it('opens a report and shows its owner and schedule', async () => {
    const reports = [
      report({ mailed: 'weekly', mailedOn: { ...mailedOn, weekday: 5, hour: 18 } }),
      report({ id: idOf(3), name: 'Shared one', mine: false, owner: { id: idOf(4), name: 'Anna' } }),
      report({ id: idOf(5), name: 'At the end', mailed: 'monthly', mailedOn: { ...mailedOn, monthDay: 31 } }),
    ];
    const { user, address } = await open('?period=7', reports);
    await user.click(await screen.findByRole('button', { name: 'Reports' }));
    const items = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
    expect(items).toEqual([
      'By collegeFridays at 18:00',
      'Shared oneby Anna',
      'At the endlast day of each month at 07:00',
    ]);
    await user.click(screen.getByRole('menuitemradio', { name: /By college/ }));
    expect(address()).toBe(`${path}?by=college&report=${idOf(1)}`);
    expect(await screen.findByRole('button', { name: 'By college' })).toBeTruthy();
  });

  it('offers to save changes, with the version that was loaded', async () => {
    const { user, api } = await open(`?by=subject&report=${idOf(1)}`, [report()]);
    await choose(user, /By college edited/, 'Save changes to “By college”…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit report' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.sent(`PATCH ${at}`)[0]?.body).toMatchObject({ name: 'By college', address: 'by=subject', version: 3 }),
    );
  });

  it('reports a conflict in the dialog and keeps the input', async () => {
    const { user } = await open(`?by=college&report=${idOf(1)}`, [report()], {
      [`PATCH ${at}`]: () => failure(409, 'Changed meanwhile', { code: 'changedMeanwhile' }, 409),
    });
    await choose(user, 'By college', 'Edit “By college”…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit report' }));
    await user.type(dialog.getByLabelText('Name'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Changed meanwhile');
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('By college!');
    expect(notifications.get()).toEqual([]);
  });

  it('schedules mail daily, on a weekday or day of the month, at an hour of a time zone', async () => {
    const { user, api } = await open('', []);
    await user.click(await screen.findByRole('button', { name: 'Send by email…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send by email' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Email it to me').value).toBe('weekly');
    await user.selectOptions(dialog.getByLabelText('On'), 'Friday');
    await user.selectOptions(dialog.getByLabelText('At'), '18:00');
    await user.selectOptions(dialog.getByLabelText('Time zone'), 'Asia/Shanghai');
    await user.selectOptions(dialog.getByLabelText('Email it to me'), 'Monthly');
    expect(dialog.queryByLabelText('On')).toBeNull();
    await user.selectOptions(dialog.getByLabelText('On day'), 'Last day');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.sent(create)[0]?.body).toMatchObject({
        name: 'Resource statistics',
        mailed: 'monthly',
        mailedOn: { weekday: 5, monthDay: 31, hour: 18, timeZone: 'Asia/Shanghai' },
      }),
    );
  });

  it('shows the next and last mailing', async () => {
    const sent = report({
      ...{ mailed: 'daily', nextMailedAt: '2026-11-18T07:00:00.000Z', lastMailedAt: '2026-11-17T07:00:00.000Z' },
    });
    const { user } = await open(`?by=college&report=${idOf(1)}`, [sent]);
    await user.click(await screen.findByRole('button', { name: 'Send by email…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send by email' });
    expect(dialog.textContent).toContain('Next email: 18 Nov 2026, 07:00. Last sent: 17 Nov 2026, 07:00.');
    await user.selectOptions(within(dialog).getByLabelText('Email it to me'), 'Never');
    expect(within(dialog).queryByLabelText('At')).toBeNull();
  });

  it('deletes a report after a confirmation and keeps the view', async () => {
    const { user, api, address } = await open(`?by=college&report=${idOf(1)}`, [report()]);
    await choose(user, 'By college', 'Delete “By college”…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “By college”?' }));
    expect(api.sent(`DELETE ${at}`)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete report' }));
    await waitFor(() => expect(address()).toBe(`${path}?by=college`));
    expect(api.sent(`DELETE ${at}`)).toHaveLength(1);
  });

  it('can’t change someone else’s report, but saves a copy', async () => {
    const other = report({ mine: false, owner: { id: idOf(4), name: 'Anna' } });
    const { user } = await open(`?by=college&report=${idOf(1)}`, [other]);
    await user.click(await screen.findByRole('button', { name: 'By college' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Save as report…']);
  });

  it('distinguishes an empty, a loading and a failed list', async () => {
    let works = false;
    const { user } = await open('', [], { [list]: () => (works ? envelope([]) : failure(500, 'no', {}, 500)) });
    await user.click(await screen.findByRole('button', { name: 'Reports' }));
    expect(await screen.findByText('Couldn’t load reports')).toBeTruthy();
    expect(notifications.get()).toEqual([]);
    works = true;
    await user.click(screen.getByRole('menuitem', { name: 'Try again' }));
    expect(await screen.findByText('No saved reports')).toBeTruthy();
    closeWindow();
    await openFreshWindow();
    const waiting = await open('', [], { [list]: () => new Promise(() => undefined) });
    await waiting.user.click(await screen.findByRole('button', { name: 'Reports' }));
    expect(await screen.findByText('Loading reports…')).toBeTruthy();
  });
});
