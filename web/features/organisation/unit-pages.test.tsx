import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, type SentCall } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { CollegePage } from './college/college-page.tsx';
import { PositionPage } from './position/position-page.tsx';
import { idOf, openUnits, sampleCollege, sampleEffect, samplePosition } from './testing/open-units.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the colleges page', () => {
  const colleges = [sampleCollege(1, { name: 'Arts', people: 12, departments: 3 }), sampleCollege(2, { name: 'Law' })];

  it('opens the records behind its figures', async () => {
    await openUnits('college', CollegePage, colleges);
    const people = await screen.findByRole('link', { name: 'People: 12' });
    expect(people.getAttribute('href')).toBe(`/app/system/systemAdmin?college=${idOf(1)}`);
    const departments = screen.getByRole('link', { name: 'Departments: 3' });
    expect(departments.getAttribute('href')).toBe(`/app/system/department?college=${idOf(1)}`);
  });

  it('creates one, and keeps the input when the code is taken', async () => {
    let tries = 0;
    const create = 'POST /api/system/colleges';
    const { api } = await openUnits('college', CollegePage, colleges, {
      calls: {
        [create]: () =>
          tries++ === 0
            ? failure(409, '“Arts” already uses this code.', { code: 'codeTaken' }, 409)
            : envelope(sampleCollege(3, { name: 'Medicine' }), 201),
      },
    });
    await userEvent.click(await button('New college'));
    const dialog = await screen.findByRole('dialog', { name: 'New college' });
    const submit = () => userEvent.click(within(dialog).getByRole('button', { name: /^Create/ }));
    await submit();
    expect(api.sent(create)).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Medicine');
    await userEvent.type(within(dialog).getByLabelText(/^Code/), 'ART');
    await submit();
    expect(await within(dialog).findByText(/already uses this code/)).toBeTruthy();
    expect(within(dialog).getByText('Couldn’t create the college')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText(/^Code/), '2');
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent(create)[1]?.body).toMatchObject({ name: 'Medicine', code: 'ART2', shortName: null });
    expect(notifications.get()).toMatchObject([{ level: 'success', title: 'Medicine created' }]);
  });

  it('puts colleges in order with the keyboard alone', async () => {
    const place = `POST /api/system/colleges/${idOf(2)}/place`;
    const { api } = await openUnits('college', CollegePage, colleges, {
      calls: { [place]: ({ body }: SentCall) => envelope({ ...colleges[1], ...(body as object), version: 2 }) },
    });
    await userEvent.click(await button('Reorder'));
    const grip = await screen.findByRole('button', { name: 'Move Law' });
    grip.focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(api.sent(place)[0]?.body).toEqual({ beforeId: idOf(1), version: 1 }));
  });
});

describe('the order of positions', () => {
  it.each([0, 1])('is not offered for %i of them, and says why', async (count) => {
    await openUnits(
      'position',
      PositionPage,
      Array.from({ length: count }, (_, at) => samplePosition(at + 1)),
    );
    await waitFor(async () => expect((await button('Reorder')).disabled).toBe(true));
    expect((await button('Reorder')).title).toBe('You need at least two positions to reorder');
  });
});

describe('the positions page', () => {
  const held = samplePosition(1, { name: 'Curator', people: 4, dataScope: 'department' });
  const update = `PATCH /api/system/positions/${idOf(1)}`;
  const preview = `POST /api/system/positions/${idOf(1)}/preview`;

  it('saves another data scope only after its effect was seen and agreed to', async () => {
    const loses = { userId: idOf(50), name: 'Li Wei', departments: ['Music'], departmentCount: 9, resources: 40 };
    const effect = sampleEffect({ people: 4, data: { gains: [], loses: [loses], gainers: 0, losers: 4 } });
    const { api } = await openUnits('position', PositionPage, [held], {
      query: `?id=${held.id}`,
      calls: {
        [preview]: () => envelope(effect),
        [update]: ({ body }: SentCall) => envelope({ ...held, ...(body as object), version: 2 }),
      },
    });
    await userEvent.selectOptions(await screen.findByLabelText(/^Data scope/), 'own');
    await userEvent.click(await button(/^Save/));
    const dialog = await screen.findByRole('dialog', { name: 'Save Curator?' });
    expect(await within(dialog).findByText('Music and 8 more · 40 resources')).toBeTruthy();
    expect(within(dialog).getByText('and 3 more')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save Curator?' })).toBeNull());
    expect(api.sent(update)).toEqual([]);
    await userEvent.click(await button(/^Save/));
    const again = await screen.findByRole('dialog', { name: 'Save Curator?' });
    await within(again).findByText('Li Wei');
    await userEvent.click(within(again).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent(update)[0]?.body).toEqual({ dataScope: 'own', version: 1 }));
    expect(api.sent(preview)[0]?.body).toEqual({ dataScope: 'own', version: 1 });
  });

  it('offers no role and no scope that one may not give', async () => {
    const administrator = sampleUser({ id: idOf(901), roleId: 2 });
    await openUnits('position', PositionPage, [held], { user: administrator });
    await userEvent.click(await button('New position'));
    const dialog = await screen.findByRole('dialog', { name: 'New position' });
    const optionsOf = (label: RegExp) =>
      [...within(dialog).getByLabelText<HTMLSelectElement>(label).options].map((option) => option.text);
    expect(optionsOf(/^Role/)).toEqual(['Administrator', 'Recruitment specialist', 'User']);
    expect(optionsOf(/^Data scope/)).toEqual(['Set by role', 'Own']);
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Role/), '3');
    expect(optionsOf(/^Data scope/)).toEqual(['Set by role', 'Own', 'Department']);
    expect(await within(dialog).findByLabelText('Converters')).toBeTruthy();
  });

  it('is read-only above one’s own rank', async () => {
    const above = samplePosition(2, { name: 'Rector', roleId: 1 });
    await openUnits('position', PositionPage, [above], {
      query: `?id=${above.id}`,
      user: sampleUser({ id: idOf(901), roleId: 2 }),
    });
    expect((await screen.findByLabelText<HTMLSelectElement>(/^Role/)).disabled).toBe(true);
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
  });
});
