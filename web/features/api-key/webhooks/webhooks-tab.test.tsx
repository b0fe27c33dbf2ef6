import type { Webhook, WebhookDelivery } from '@lectern/contract/features/webhook.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { hostOf, isAllowed } from './webhook-dialog.tsx';
import { WebhooksTab } from './webhooks-tab.tsx';

const id = '0197a0d0-0000-7000-8000-000000000091';
const deliveryId = '0197a0d0-0000-7000-8000-000000000092';
const list = 'GET /api/system/webhook';
const make = 'POST /api/system/webhook';
const update = `PATCH /api/system/webhook/${id}`;
const listed = `GET /api/system/webhook/${id}/deliveries`;
const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString();

const webhook = (change: Partial<Webhook> = {}): Webhook => ({
  id,
  name: 'Public site',
  url: 'https://hooks.test/lectern',
  kinds: ['resource.published', 'resource.unpublished'],
  audience: 'everyone',
  state: 'active',
  pausedAt: null,
  pauseReason: null,
  allowed: true,
  waiting: 0,
  lastDeliveredAt: minutesAgo(3),
  lastError: null,
  createdAt: minutesAgo(300),
  createdBy: 'Li Wei',
  version: 2,
  ...change,
});
const delivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: deliveryId,
  kind: 'resource.published',
  objectType: 'resource',
  objectId: id,
  objectName: 'Optics',
  state: 'failed',
  tries: 9,
  nextAt: null,
  httpStatus: 500,
  error: 'It answered 500',
  createdAt: minutesAgo(60),
  settledAt: minutesAgo(2),
  ...change,
});

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

async function open(
  calls: Parameters<typeof stubApi>[0] = {},
  webhooks = [webhook()],
  allowedHosts = ['hooks.test:443'],
) {
  const api = stubApi({ [list]: () => envelope({ webhooks, allowedHosts }), ...calls });
  await renderPage('/app/system/apiKey', WebhooksTab);
  return api;
}

async function choose(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Public site' }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
}

describe('webhooks', () => {
  it('show target, events and the last delivery', async () => {
    await open({}, [webhook({ state: 'failing', lastError: 'It answered 500', waiting: 4, allowed: false })]);
    const row = (await screen.findByText('Public site')).closest('tr');
    expect(row?.textContent).toMatch(/hooks\.test.*Failing.*no longer allowed.*4 waiting/);
    expect(row?.textContent).toMatch(/Resource published, Resource unpublished.*Everyone.*3 minutes ago.*answered 500/);
  });

  it('can’t be added while the operator allows no host, and that is said', async () => {
    await open({}, [], []);
    expect((await screen.findByRole('region', { name: 'Allowed hosts' })).textContent).toContain('WEBHOOK_HOSTS');
    expect(screen.queryByRole('button', { name: 'Add webhook' })).toBeNull();
  });

  it('are refused a host that is not on the list before anything is sent', async () => {
    const api = await open({}, []);
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }));
    await userEvent.type(screen.getByLabelText('Name'), 'Elsewhere');
    await userEvent.type(screen.getByLabelText('URL'), 'https://evil.test/x');
    expect(screen.getByText(/^evil\.test:443 isn’t an allowed host/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(api.sent(make)).toEqual([]);
  });

  it('show the secret that signs once', async () => {
    const api = await open({ [make]: () => envelope({ webhook: webhook(), secret: 'whsec_1' }, 201) }, []);
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }));
    await userEvent.type(screen.getByLabelText('Name'), 'Public site');
    await userEvent.type(screen.getByLabelText('URL'), 'https://hooks.test/lectern');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Home page published' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('whsec_1')).toBeTruthy();
    expect(api.sent(make)[0]?.body).toMatchObject({ url: 'https://hooks.test/lectern', audience: 'campus' });
    expect(JSON.stringify(api.sent(make)[0]?.body)).not.toContain('homePage.published');
    await userEvent.click(screen.getByRole('button', { name: 'I’ve copied it' }));
    expect(screen.queryByText('whsec_1')).toBeNull();
  });

  it('can be paused and resumed', async () => {
    const api = await open({ [update]: () => envelope(webhook({ state: 'paused' })) });
    await choose('Pause');
    await waitFor(() => expect(api.sent(update)[0]?.body).toEqual({ paused: true, version: 2 }));
  });

  it('are deleted after a question', async () => {
    const remove = `POST /api/system/webhook/${id}/delete`;
    const api = await open({ [remove]: () => envelope(null, 204) });
    await choose('Delete');
    await userEvent.click(screen.getByRole('button', { name: 'Delete webhook' }));
    await waitFor(() => expect(api.sent(remove)[0]?.body).toEqual({ version: 2 }));
  });

  it('send a test', async () => {
    const test = `POST /api/system/webhook/${id}/test`;
    const api = await open({ [test]: () => envelope(delivery({ kind: 'test', state: 'waiting' })) });
    await choose('Send test');
    await waitFor(() => expect(api.sent(test)).toHaveLength(1));
  });
});

describe('deliveries', () => {
  it('show the response, can be filtered by state and resent', async () => {
    const again = `POST /api/system/webhook/${id}/deliveries/${deliveryId}/redeliver`;
    const api = await open({
      [listed]: ({ url }) =>
        envelope({ deliveries: url.searchParams.get('state') === 'waiting' ? [] : [delivery()], more: false }),
      [again]: () => envelope(delivery({ state: 'waiting' })),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Deliveries' }));
    const card = within(await screen.findByRole('region', { name: 'Deliveries to “Public site”' }));
    expect((await card.findByText('Optics')).closest('tr')?.textContent).toMatch(
      /Resource published.*Failed.*500.*answered 500.*9/,
    );
    await userEvent.click(card.getByRole('button', { name: 'Send “Resource published” again' }));
    await waitFor(() => expect(api.sent(again)).toHaveLength(1));
    await userEvent.selectOptions(card.getByLabelText('Status'), 'Waiting');
    expect(await card.findByText('No deliveries with this status')).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Back to webhooks' }));
    expect(await screen.findByRole('region', { name: 'Webhooks' })).toBeTruthy();
  });

  it('are polled often only while one is pending', async () => {
    let row = delivery({ state: 'waiting', nextAt: minutesAgo(-30) });
    const api = await open({ [listed]: () => envelope({ deliveries: [row], more: false }) });
    const button = await screen.findByRole('button', { name: 'Deliveries' });
    vi.useFakeTimers();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    fireEvent.click(button);
    await pass(0);
    row = delivery({ state: 'sending' });
    await pass(14_000);
    expect(api.sent(listed)).toHaveLength(1);
    await pass(1_000);
    expect(api.sent(listed)).toHaveLength(2);
    await pass(3_000);
    expect(api.sent(listed)).toHaveLength(3);
  });

  it('of before come when they are asked for', async () => {
    const older = delivery({ id: id.replace('91', '93'), objectName: 'Lenses' });
    const api = await open({
      [listed]: ({ url }) =>
        url.searchParams.has('before')
          ? envelope({ deliveries: [older], more: false })
          : envelope({ deliveries: [delivery()], more: true }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Deliveries' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('Lenses')).toBeTruthy();
    expect(api.sent(listed).at(-1)?.url.searchParams.get('before')).toBe(deliveryId);
  });
});

describe('the host of an address', () => {
  it.each([
    ['https://hooks.test/x', 'hooks.test:443'],
    ['http://hooks.test/x', 'hooks.test:80'],
    ['https://HOOKS.test:8443', 'hooks.test:8443'],
    ['ftp://hooks.test', undefined],
    ['hooks.test', undefined],
    ['https://', undefined],
  ])('%s is %s', (address, host) => expect(hostOf(address)).toBe(host));

  it('is not allowed by what only looks like it', () => {
    expect(isAllowed('https://hooks.test.evil.test/', ['hooks.test:443'])).toBe(false);
    expect(isAllowed('https://hooks.test@evil.test/', ['hooks.test:443'])).toBe(false);
    expect(isAllowed('https://hooks.test:444/', ['hooks.test:443'])).toBe(false);
    expect(isAllowed('https://hooks.test/', ['HOOKS.test:443'])).toBe(true);
  });
});
