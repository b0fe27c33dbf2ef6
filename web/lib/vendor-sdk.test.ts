import type { RegisterOptions } from '@wecom/jssdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { envelope, stubApi } from './testing/stub-api.ts';
import { registerWithVendor } from './vendor-sdk.ts';

const register = vi.hoisted(() => vi.fn());
vi.mock('@wecom/jssdk', () => ({ register }));

beforeEach(() => {
  openFreshWindow();
  register.mockClear();
});
afterEach(closeWindow);

const config = { corpId: 'ww1', agentId: '1000002', loginOrigin: 'https://login.test', redirectUri: 'https://a.test' };
const signed = { corpId: 'ww1', agentId: '1000002', timestamp: 1_700_000_000, nonceStr: 'n', signature: 'abc' };
const url = 'https://a.test/app/home/my';

it('gives the vendor’s SDK the signatures of the page, by kind', async () => {
  const api = stubApi({
    'GET /api/admin/wecom/config': () => envelope(config),
    'GET /api/admin/wecom/signature': () => envelope(signed),
  });
  await registerWithVendor();
  const options = register.mock.calls[0]?.[0] as RegisterOptions;
  expect(options).toMatchObject({ corpId: 'ww1', agentId: '1000002' });
  const expected = { timestamp: 1_700_000_000, nonceStr: 'n', signature: 'abc' };
  expect(await options.getConfigSignature?.(url)).toEqual(expected);
  expect(await options.getAgentConfigSignature?.(url)).toEqual(expected);
  const asked = api
    .sent('GET /api/admin/wecom/signature')
    .map(({ url: sent }) => Object.fromEntries(sent.searchParams));
  expect(asked).toEqual([
    { kind: 'config', url },
    { kind: 'agent', url },
  ]);
});

it('registers nothing when the vendor is not configured', async () => {
  stubApi({ 'GET /api/admin/wecom/config': () => envelope(null) });
  await registerWithVendor();
  expect(register).not.toHaveBeenCalled();
});
