import { createHash } from 'node:crypto';
import { getWecomSignature } from '@lectern/contract/features/wecom.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';
import { VendorStandIn } from '../../testing/vendor-stand-in.ts';
import { signatureOf } from './wecom-signature.policy.ts';

let rig: SignInRig;
let vendor: VendorStandIn;
let browser: Browser;
beforeAll(async () => {
  vendor = await VendorStandIn.start();
});
afterAll(() => vendor.close());
beforeEach(async () => {
  vendor.calls.length = 0;
  vendor.instead.clear();
  rig = await startSignInRig({
    env: {
      WECOM_CORP_ID: 'corp',
      WECOM_AGENT_ID: '1000002',
      WECOM_SECRET: 'corp-secret',
      WECOM_API_ORIGIN: vendor.origin,
      PUBLIC_ORIGIN: 'https://lectern.example.edu',
    },
  });
  browser = new Browser(rig.app);
  await browser.login((await rig.person()).account, ownPassword);
  return () => rig.close();
});

const page = 'https://lectern.example.edu/app/home/my?tab=a%20b&x=1';
const sign = (kind: 'config' | 'agent', url: string) => browser.call(getWecomSignature, { query: { kind, url } });
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

describe('a signature for the vendor’s SDK', () => {
  it('is made the way the vendor’s documentation shows', () => {
    const values = {
      ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
      nonceStr: 'Wm3WZYTPz0wzccnW',
      timestamp: 1414587457,
      url: 'http://mp.weixin.qq.com?params=value',
    };
    expect(signatureOf(values)).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed');
  });

  it.each([
    ['config', 'config-ticket'],
    ['agent', 'agent_config-ticket'],
  ] as const)('of kind %s covers ticket, nonce, time and the page without its fragment', async (kind, ticket) => {
    const { data } = await sign(kind, `${page}#/deep?x`);
    expect(data).toMatchObject({ corpId: 'corp', agentId: '1000002' });
    expect(Math.abs(data.timestamp - Date.now() / 1000)).toBeLessThan(60);
    const signed = `jsapi_ticket=${ticket}&noncestr=${data.nonceStr}&timestamp=${data.timestamp}&url=${page}`;
    expect(data.signature).toBe(sha1(signed));
    expect((await sign(kind, page)).data.nonceStr).not.toBe(data.nonceStr);
  });

  it('asks the vendor once for token and ticket, however many ask us at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => sign('config', page)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(vendor.callsTo('/cgi-bin/gettoken')).toHaveLength(1);
    expect(vendor.callsTo('/cgi-bin/get_jsapi_ticket')).toHaveLength(1);
    await sign('agent', page);
    expect(vendor.callsTo('/cgi-bin/gettoken')).toHaveLength(1);
  });

  it('is possible again as soon as the vendor answers again', async () => {
    vendor.instead.set('/cgi-bin/gettoken', { errcode: -1, errmsg: 'busy' });
    expect((await sign('config', page)).code).toBe('vendorUnreachable');
    vendor.instead.clear();
    expect((await sign('config', page)).status).toBe(200);
  });

  it('survives that the vendor drops our token before its time', async () => {
    await sign('config', page);
    vendor.token = 'vendor-access-token-2';
    expect((await sign('agent', page)).status).toBe(200);
    expect(vendor.callsTo('/cgi-bin/gettoken')).toHaveLength(2);
    vendor.token = 'vendor-access-token-1';
  });

  it.each([
    'https://evil.example/app/home/my',
    'https://lectern.example.edu.evil.example/',
    'https://lectern.example.edu@evil.example/',
    'https://lectern.example.edu:8443/',
    'http://lectern.example.edu/',
    '//lectern.example.edu/',
    '/app/home/my',
    'javascript:alert(1)',
    'https://lectern.example.edu/\n&jsapi_ticket=x',
    '',
  ])('is refused for %j', async (url) => {
    expect(await sign('config', url)).toMatchObject({ http: 422, code: 'invalidInput' });
    expect(vendor.calls).toEqual([]);
  });

  it('needs a login', async () => {
    browser.tokens = undefined;
    expect(await sign('config', page)).toMatchObject({ http: 401, status: 102 });
  });
});
