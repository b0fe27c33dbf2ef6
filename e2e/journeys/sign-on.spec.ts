import { test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { IdentityProviderRig } from '../../server/testing/identity-provider-rig.ts';
import { VendorStandIn } from '../../server/testing/vendor-stand-in.ts';
import { adminPassword } from '../people.ts';
import { findFreePort } from '../product/free-port.ts';
import { Product } from '../product/product.ts';
import { signIn, storageStateOf } from '../session/sign-in.ts';

type Elsewhere = { product: Product; provider: IdentityProviderRig; vendor: VendorStandIn };

/** A separate product with a real identity provider and a stand-in for the messaging vendor. */
const test = base.extend<object, { elsewhere: Elsewhere }>({
  elsewhere: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      const port = await findFreePort();
      const provider = await IdentityProviderRig.start(`http://127.0.0.1:${port}/app/auth`);
      const vendor = await VendorStandIn.start();
      const product = await Product.start({
        PORT: String(port),
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'lectern',
        OIDC_CLIENT_SECRET: 'client-secret-of-lectern',
        OIDC_LABEL: 'Campus',
        OIDC_CLAIM: 'preferred_username',
        OIDC_CREATE: 'on',
        WECOM_CORP_ID: 'corp',
        WECOM_AGENT_ID: '1000002',
        WECOM_SECRET: 'corp-secret',
        WECOM_API_ORIGIN: vendor.origin,
      });
      await use({ product, provider, vendor });
      await product.stop();
      await vendor.close();
      await provider.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ elsewhere }, use) => {
    await use(elsewhere.product.origin);
  },
});

const signOnButton = (page: Page) => page.getByRole('button', { name: 'Log in with Campus' });

test('someone logs in through a real provider and lands on the requested page', async ({ page, elsewhere }) => {
  const { provider } = elsewhere;
  await page.goto('/app/home/profile');
  provider.present = undefined;
  await signOnButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Single sign-on failed.');
  provider.people.set('newcomer', { preferred_username: 'new.comer', name: 'New Comer' });
  provider.present = 'newcomer';
  await signOnButton(page).click();
  await expect(page).toHaveURL(/\/app\/home\/profile$/);
  await expect(page.getByText('New Comer · User')).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toContain('code=');
});

test('an identity is linked and unlinked in the profile, and kept out afterwards', async ({ browser, elsewhere }) => {
  const { product, provider } = elsewhere;
  const storageState = storageStateOf(product.origin, await signIn(product.origin, 'admin'));
  const context = await browser.newContext({ storageState, baseURL: product.origin });
  const page = await context.newPage();
  provider.people.set('boss', { preferred_username: 'the.boss' });
  provider.present = 'boss';
  await page.goto('/app/home/profile?tab=signOn');
  await page.getByRole('button', { name: 'Link Campus' }).click();
  await page.getByLabel('Current password').fill(adminPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('the.boss', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Not linked')).toBeVisible();
  await context.close();
  const stranger = await browser.newPage({ baseURL: product.origin });
  await stranger.goto('/app/auth');
  await signOnButton(stranger).click();
  await expect(stranger.getByRole('alert')).toContainText('Single sign-on was unlinked');
  await stranger.close();
});

test('the messaging vendor’s frame logs in with the code it returns', async ({ page, elsewhere }) => {
  const { vendor, product } = elsewhere;
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query(`update users set wecom_user_id = 'the.admin' where account = 'admin'`);
  await client.end();
  // The vendor's page isn't reachable from here, so a page that sends the same messages replaces it in the frame.
  await page.route('https://login.work.weixin.qq.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<button onclick='parent.postMessage(JSON.stringify({
        type: "ww-iframe-handle:call",
        args: { type: "call", name: "onLoginSuccess", payload: { code: "code-1" } },
      }), "*")'>I am it</button>`,
    }),
  );
  await page.goto('/app/auth');
  await page.getByRole('button', { name: 'Log in with WeCom' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'I am it' }).click();
  await expect(page.getByRole('alert')).toContainText('no longer valid');
  vendor.members.set('code-1', { errcode: 0, errmsg: 'ok', userid: 'the.admin' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await frame.getByRole('button', { name: 'I am it' }).click();
  await expect(page).toHaveURL(/\/app\/home\/my$/);
  expect(vendor.callsTo('/cgi-bin/auth/getuserinfo')).toHaveLength(2);
});
