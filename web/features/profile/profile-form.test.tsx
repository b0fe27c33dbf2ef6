import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { navigate } from '../../lib/navigation.ts';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, json, stubApi } from '../../lib/testing/stub-api.ts';
import { ProfilePage } from './profile-page.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const update = 'PATCH /api/profile';
const user = sampleUser({ name: 'Li Wei', email: 'li@uni.example', phone: null, version: 4 });

async function open(calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi(calls);
  const page = await renderPage('/app/home/profile', ProfilePage, user);
  return { api, ...page };
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

async function edit(name: string, value: string) {
  await userEvent.clear(field(name));
  if (value) await userEvent.type(field(name), value);
}

describe('one’s profile', () => {
  it('sends only changes, with the version, and shows the saved values', async () => {
    const { api } = await open({ [update]: () => envelope({ ...user, name: 'Li Wei Ming', email: null, version: 5 }) });
    expect(save().disabled).toBe(true);
    await edit('Name', ' Li Wei Ming ');
    await edit('Email', '');
    await userEvent.click(save());
    await waitFor(() => expect(field('Name').value).toBe('Li Wei Ming'));
    expect(api.sent(update)[0]?.body).toEqual({ name: 'Li Wei Ming', email: null, version: 4 });
    expect(notifications.get()).toMatchObject([{ level: 'success', title: 'Profile saved' }]);
    expect(save().disabled).toBe(true);
  });

  it('marks edits and discards them', async () => {
    await open();
    await edit('Phone', '123');
    expect(screen.getByText('changed')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Phone').value).toBe('');
    expect(screen.queryByText('changed')).toBeNull();
  });

  it.each([
    ['Name', ' ', 'Fill this in.'],
    ['Name', 'x'.repeat(101), 'At most 100 characters.'],
    ['Email', 'nobody', 'Enter a valid email address.'],
  ])('refuses %s %j before it is sent', async (name, value, message) => {
    const { api } = await open();
    await edit(name, value);
    await userEvent.click(save());
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(message).id).toBe(field(name).getAttribute('aria-describedby'));
    expect(api.sent(update)).toEqual([]);
  });

  it('shows at the field what the server refused', async () => {
    const data = { fields: [{ path: 'email', message: 'is used by someone else' }] };
    await open({
      [update]: () => json({ status: 422, message: 'no', data, code: 'invalidInput', requestId: 'r' }, 422),
    });
    await edit('Email', 'taken@uni.example');
    await userEvent.click(save());
    expect(await screen.findByText('is used by someone else')).toBeTruthy();
  });

  it('shows other errors in place and keeps the input', async () => {
    await open({ [update]: () => failure(503, 'Down for a moment', { code: 'databaseDown' }, 503) });
    await edit('Name', 'New');
    await userEvent.click(save());
    expect((await screen.findByRole('alert')).textContent).toContain('Down for a moment');
    expect(field('Name').value).toBe('New');
  });
});

describe('a profile changed elsewhere', () => {
  const newer = { ...user, name: 'Li W.', phone: '555', version: 5 };

  async function collide() {
    let tries = 0;
    const page = await open({
      [update]: () => {
        tries += 1;
        return tries === 1
          ? failure(409, 'changed', { code: 'changedMeanwhile' }, 409)
          : envelope({ ...newer, name: 'Mine', version: 6 });
      },
      'GET /api/admin/auth': () => json({ status: 200, message: 'ok', result: newer }),
    });
    await edit('Name', 'Mine');
    await userEvent.click(save());
    await screen.findByText(/was changed elsewhere while you were editing/);
    return page;
  }

  it('keeps the edits, shows the newer values, and can be saved over them', async () => {
    const { api } = await collide();
    expect(field('Name').value).toBe('Mine');
    expect(screen.getByText('Saved value: Li W.')).toBeTruthy();
    expect(field('Phone').value).toBe('555');
    await userEvent.click(save());
    await waitFor(() => expect(api.sent(update)[1]?.body).toEqual({ name: 'Mine', version: 5 }));
    await waitFor(() => expect(screen.queryByText(/meanwhile/)).toBeNull());
  });

  it('or gives way to the newer values', async () => {
    await collide();
    await userEvent.click(screen.getByRole('button', { name: 'Use the newer values' }));
    expect(field('Name').value).toBe('Li W.');
    expect(screen.queryByText(/meanwhile/)).toBeNull();
  });
});

describe('unsaved changes', () => {
  it('are asked about before the page is left', async () => {
    const { address } = await open();
    await edit('Name', 'Other');
    act(() => navigate('/app/home/my'));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(address()).toBe('/app/home/profile');
    expect(field('Name').value).toBe('Other');
    act(() => navigate('/app/home/my'));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(address()).toBe('/app/home/my'));
  });

  it('don’t interfere when there are none', async () => {
    const { address } = await open();
    act(() => navigate('/app/home/my'));
    await waitFor(() => expect(address()).toBe('/app/home/my'));
  });

  it('are asked about before another tab takes their place', async () => {
    const { address } = await open();
    await edit('Name', 'Other');
    await userEvent.click(screen.getByRole('tab', { name: 'Password' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(address()).toBe('/app/home/profile');
  });
});

describe('a person without any page', () => {
  const call = 'POST /api/accessRequests';

  it('chooses a page and requests access to it', async () => {
    const api = stubApi({
      'GET /api/accessRequests/mine': () => envelope(null),
      [call]: () =>
        envelope({ taskId: user.id, page: '/app/course/list', askedAt: new Date().toISOString(), state: 'open' }, 201),
    });
    await renderPage('/app/home/profile', ProfilePage, sampleUser({ roleId: 4, permissions: [] }));
    await screen.findByRole('heading', { name: 'You can’t open any page yet' });
    await userEvent.selectOptions(screen.getByLabelText('Page'), 'Course management');
    await userEvent.click(await screen.findByRole('button', { name: 'Request access' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(/^Access requested/)).toBeTruthy();
    expect(api.sent(call)[0]?.body).toEqual({ page: '/app/course/list', note: '' });
  });

  it('is not offered this once a page opens', async () => {
    await open();
    expect(screen.queryByRole('heading', { name: 'You can’t open any page yet' })).toBeNull();
  });
});
