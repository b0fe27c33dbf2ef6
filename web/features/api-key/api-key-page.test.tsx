import type { ApiKey } from '@lectern/contract/features/api-key.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { ApiKeyPage } from './api-key-page.tsx';

const list = 'GET /api/system/apiKey';
const make = 'POST /api/system/apiKey';
const dayMs = 86_400_000;
const inDays = (count: number) => new Date(Date.now() + count * dayMs).toISOString();
const id = '0197a0d0-0000-7000-8000-000000000071';

const key = (change: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: 'Public site',
  scopes: ['content', 'search'],
  audience: 'everyone',
  callsPerMinute: 600,
  expiresAt: null,
  prefix: 'lk_8f3kq2',
  state: 'active',
  oldSecretUntil: null,
  lastUsedAt: inDays(-0.1),
  lastUsedFrom: '192.0.2.7',
  revokedAt: null,
  revokedBy: null,
  createdAt: inDays(-30),
  createdBy: null,
  version: 3,
  ...change,
});

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

async function open(calls: Parameters<typeof stubApi>[0] = {}, keys: ApiKey[] = [key()], roleId: 2 | 3 = 2) {
  const api = stubApi({ [list]: () => envelope({ keys }), ...calls });
  const user = sampleUser({ roleId, permissions: ['/app/system/apiKey'] });
  await renderPage('/app/system/apiKey', ApiKeyPage, user);
  return api;
}

async function choose(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Public site' }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
}

describe('the keys', () => {
  it('show scopes, limit, and when and from where they were last used', async () => {
    await open();
    const row = (await screen.findByText('Public site')).closest('tr');
    expect(row?.textContent).toMatch(
      /lk_8f3kq2….*Active.*Content, Search.*Everyone.*600 per minute.*2 hours ago.*192\.0\.2\.7/,
    );
  });

  it('begin with an explanation and the first step', async () => {
    await open({}, []);
    expect(await screen.findByText('No API keys yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create key' })).toBeTruthy();
  });

  it('that ended stay out of the way until they are asked for', async () => {
    await open({}, [key(), key({ id: id.replace('71', '72'), name: 'Old site', state: 'revoked' })]);
    await screen.findByText('Public site');
    expect(screen.queryByText('Old site')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show expired and revoked keys (1)' }));
    expect(screen.getByText('Old site')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Actions for Old site' })).toBeNull();
  });

  it('say when they can’t be loaded, and try again', async () => {
    let isDown = true;
    await open({ [list]: () => (isDown ? failure(503, 'Down', {}, 503) : envelope({ keys: [key()] })) });
    expect((await screen.findByRole('alert')).textContent).toContain('Down');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Public site')).toBeTruthy();
  });

  it('are hidden from non-administrators and not even requested', async () => {
    const api = await open({}, [key()], 3);
    expect(await screen.findByText('Only administrators can use this page')).toBeTruthy();
    expect(api.calls).toEqual([]);
  });
});

describe('a new key', () => {
  const made = () => envelope({ key: key({ version: 1 }), secret: 'lk_the-secret' }, 201);

  it('shows its secret once, and neither Escape nor a stray click ends that', async () => {
    const api = await open({ [make]: made }, []);
    await userEvent.click(await screen.findByRole('button', { name: 'Create key' }));
    const dialog = screen.getByRole('dialog', { name: 'Create key' });
    await userEvent.type(within(dialog).getByLabelText('Name'), ' Public site ');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Reports/ }));
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Everyone' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('lk_the-secret')).toBeTruthy();
    expect(api.sent(make)[0]?.body).toEqual({
      name: 'Public site',
      scopes: ['content', 'search', 'media', 'events'],
      audience: 'everyone',
      callsPerMinute: 600,
      expiresAt: null,
    });
    const shown = screen.getByRole('dialog', { name: 'Key for “Public site”' });
    shown.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(await screen.findByText(/Copy it first/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Copy secret' }));
    expect(await navigator.clipboard.readText()).toBe('lk_the-secret');
    await userEvent.click(screen.getByRole('button', { name: 'I’ve copied it' }));
    expect(screen.queryByText('lk_the-secret')).toBeNull();
  });

  it('is not made without a name, without a scope, with an odd limit or an end that is over', async () => {
    const api = await open({ [make]: made }, []);
    await userEvent.click(await screen.findByRole('button', { name: 'Create key' }));
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
    await userEvent.clear(screen.getByLabelText('Requests per minute'));
    await userEvent.type(screen.getByLabelText('Requests per minute'), '0');
    await userEvent.type(screen.getByLabelText('Expires on'), '2020-01-01T10:00');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create key' }));
    expect(screen.getByText('Fill this in.')).toBeTruthy();
    expect(screen.getByText('Choose at least one scope.')).toBeTruthy();
    expect(screen.getByText('Enter a whole number from 1 to 100,000.')).toBeTruthy();
    expect(screen.getByText('Choose a date in the future.')).toBeTruthy();
    expect(api.sent(make)).toEqual([]);
  });

  it('shows why the server refused a change and keeps the input', async () => {
    const refuse = () => failure(422, 'Not so', { data: { fields: [{ path: 'name', message: 'Taken.' }] } }, 422);
    await open({ [make]: refuse }, []);
    await userEvent.click(await screen.findByRole('button', { name: 'Create key' }));
    await userEvent.type(screen.getByLabelText('Name'), 'Public site');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create key' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t save the key');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Public site');
  });
});

describe('a key', () => {
  it('is edited with the version that was seen, and an untouched end stays to the second', async () => {
    const update = `PATCH /api/system/apiKey/${id}`;
    const api = await open({ [update]: () => envelope(key({ name: 'Site' })) }, [key({ expiresAt: inDays(40) })]);
    await choose('Edit');
    const name = screen.getByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Site');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent(update)).toHaveLength(1));
    const { body } = api.sent(update)[0] ?? {};
    expect(body).toMatchObject({ name: 'Site', version: 3 });
    expect(body).not.toHaveProperty('expiresAt');
  });

  it('gets a new secret, and the old one counts for as long as chosen', async () => {
    const rotate = `POST /api/system/apiKey/${id}/rotate`;
    const api = await open({ [rotate]: () => envelope({ key: key(), secret: 'lk_new' }) });
    await choose('Replace secret');
    await userEvent.selectOptions(screen.getByLabelText('Keep the old secret for'), '7 days');
    await userEvent.click(screen.getByRole('button', { name: 'Replace secret' }));
    expect(await screen.findByText('lk_new')).toBeTruthy();
    expect(api.sent(rotate)[0]?.body).toEqual({ graceHours: 168, version: 3 });
  });

  it('lets the old secret end at once', async () => {
    const end = `POST /api/system/apiKey/${id}/endGrace`;
    const api = await open({ [end]: () => envelope(key()) }, [key({ oldSecretUntil: inDays(1) })]);
    expect(await screen.findByText(/^Old secret valid until/)).toBeTruthy();
    await choose('Disable old secret');
    await waitFor(() => expect(api.sent(end)[0]?.body).toEqual({ version: 3 }));
  });

  it('is revoked only after it was said what ends with it', async () => {
    const revoke = `POST /api/system/apiKey/${id}/revoke`;
    const api = await open({ [revoke]: () => envelope(key({ state: 'revoked' })) });
    await choose('Revoke');
    const dialog = screen.getByRole('dialog', { name: 'Revoke “Public site”?' });
    expect(dialog.textContent).toContain('can’t be undone');
    expect(api.sent(revoke)).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Leaked');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(api.sent(revoke)[0]?.body).toEqual({ reason: 'Leaked' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
