import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VendorStandIn } from '../../testing/vendor-stand-in.ts';
import { VendorSilent, WecomVendor } from './wecom-vendor.ts';

let standIn: VendorStandIn;
beforeEach(async () => {
  standIn = await VendorStandIn.start();
});
afterEach(async () => {
  vi.useRealTimers();
  await standIn.close();
});

function vendor(timeoutMs = 5_000): WecomVendor {
  const config = { corpId: 'corp', agentId: '1', secret: 'corp-secret', loginOrigin: 'https://login.example' };
  return new WecomVendor({ ...config, apiOrigin: standIn.origin }, { timeoutMs });
}

describe('the vendor’s API', () => {
  it('times out when it accepts the call and never answers', async () => {
    standIn.instead.set('/cgi-bin/gettoken', () => undefined);
    await expect(vendor(200).ticket('config')).rejects.toThrow(new VendorSilent('no answer in 200 ms'));
  });

  it('times out when its answer never ends', async () => {
    standIn.instead.set('/cgi-bin/gettoken', (_request, response) => void response.write('{"errcode":0'));
    await expect(vendor(200).ticket('config')).rejects.toThrow(new VendorSilent('no answer in 200 ms'));
  });

  it('is cancelled when no one listens', async () => {
    const gone = vendor();
    await standIn.close();
    await expect(gone.ticket('config')).rejects.toThrow(new VendorSilent('connection failed'));
  });

  it('is not asked again while a ticket lives, and asked again when it is about to expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const api = vendor();
    await api.ticket('config');
    vi.setSystemTime(Date.now() + 7_100_000);
    await api.ticket('config');
    expect(standIn.callsTo('/cgi-bin/get_jsapi_ticket')).toHaveLength(1);
    vi.setSystemTime(Date.now() + 60_000);
    await api.ticket('config');
    expect(standIn.callsTo('/cgi-bin/get_jsapi_ticket')).toHaveLength(2);
  });

  it('does not decide for longer than two hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const body = { errcode: 0, ticket: 'eternal', expires_in: 10 ** 9 };
    standIn.instead.set('/cgi-bin/get_jsapi_ticket', body);
    const api = vendor();
    await api.ticket('config');
    vi.setSystemTime(Date.now() + 7_300_000);
    await api.ticket('config');
    expect(standIn.callsTo('/cgi-bin/get_jsapi_ticket')).toHaveLength(2);
  });

  it('knows members under the old and the new name of the field', async () => {
    standIn.members.set('new', { errcode: 0, userid: 'a' });
    standIn.members.set('old', { errcode: 0, UserId: 'b' });
    const api = vendor();
    expect(await api.identify('new')).toEqual({ kind: 'member', userId: 'a' });
    expect(await api.identify('old')).toEqual({ kind: 'member', userId: 'b' });
  });
});
