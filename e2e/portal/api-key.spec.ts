import { createApiKey } from '@lectern/contract/features/api-key.ts';
import type { Page } from '@playwright/test';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { pageTitle } from '../screen.ts';
import { makeResources, publish } from '../seed/make-resources.ts';
import { callApi } from '../session/call-api.ts';
import { pngOf } from '../uploads/small-files.ts';

const page = '/app/system/apiKey';
const row = (screen: Page, name: string) => screen.getByRole('row').filter({ hasText: name });
const asked = (origin: string, secret: string) =>
  fetch(`${origin}/api/portal/home`, { headers: { authorization: `Bearer ${secret}` } }).then(({ status }) => status);

async function choose(screen: Page, name: string, action: string) {
  await screen.getByRole('button', { name: `Actions for ${name}` }).click();
  await screen.getByRole('menuitem', { name: action }).click();
}

async function shownSecret(screen: Page): Promise<string> {
  const secret = await screen.getByRole('dialog').getByLabel('Secret', { exact: true }).textContent();
  if (!secret) throw new Error('no secret is shown');
  return secret;
}

test('a key is made by keyboard, rotated with a grace and revoked, and each counts from the next call on', async ({
  page: screen,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const name = 'Public site of the journey';
  await screen.goto(page);
  await expect(pageTitle(screen)).toHaveText('API keys');
  await screen.getByRole('button', { name: 'Create key' }).first().press('Enter');
  expect(await violationsInDialog(screen), 'the form').toEqual([]);
  await screen.keyboard.type(name);
  await screen.keyboard.press('Enter');

  const first = await shownSecret(screen);
  expect(first).toMatch(/^lk_/);
  expect(await violationsInDialog(screen), 'the secret').toEqual([]);
  await screen.keyboard.press('Escape');
  await expect(screen.getByRole('dialog')).toContainText('Copy it first');
  await screen.getByRole('button', { name: 'I’ve copied it' }).click();
  await expect(screen.getByText(first)).toHaveCount(0);
  expect(await asked(origin, first)).toBe(200);
  expect(await asked(origin, `${first}x`)).toBe(401);

  await test.step('a new secret, and a grace for the old one', async () => {
    await choose(screen, name, 'Replace secret');
    await screen.getByRole('button', { name: 'Replace secret' }).click();
    const second = await shownSecret(screen);
    await screen.getByRole('button', { name: 'I’ve copied it' }).click();
    expect([await asked(origin, first), await asked(origin, second)]).toEqual([200, 200]);
    await expect(row(screen, name)).toContainText('Old secret valid until');
    await choose(screen, name, 'Disable old secret');
    await expect(row(screen, name)).not.toContainText('Old secret valid until');
    expect([await asked(origin, first), await asked(origin, second)]).toEqual([401, 200]);

    await choose(screen, name, 'Revoke');
    expect(await violationsInDialog(screen), 'the last question').toEqual([]);
    await screen.getByRole('button', { name: 'Revoke key' }).click();
    await expect(screen.getByText(`“${name}” revoked`)).toBeVisible();
    expect(await asked(origin, second)).toBe(401);
  });
  expect(await violationsInBothThemes(screen), 'the keys').toEqual([]);
});

test('the documentation’s examples run with a pasted key, and the key goes with the page', async ({
  page: screen,
  session,
  baseURL,
}) => {
  if (!session || !baseURL) throw new Error('nobody is signed in');
  const picture = { name: 'Prism of the documentation.png', bytes: pngOf([40, 90, 160]) };
  await publish(baseURL, session, await makeResources(baseURL, session, [picture]));
  const body = {
    name: 'Documentation of the journey',
    // Uploaded resources are visible to the campus only by default.
    audience: 'campus' as const,
    scopes: ['content' as const, 'search' as const, 'media' as const, 'events' as const],
  };
  const { secret } = await callApi(baseURL, session, createApiKey, { body });
  await screen.goto(`${page}?tab=documentation`);
  await screen.getByLabel('Key', { exact: true }).fill(secret);

  const call = (path: string) =>
    screen.locator('details.documentation-call').filter({ has: screen.getByText(path, { exact: true }) });
  const run = async (path: string) => {
    const one = call(path);
    await one.locator('summary').first().click();
    await one.getByRole('button', { name: 'Run', exact: true }).click();
    return one.getByRole('region', { name: /^Response from/ });
  };
  for (const path of ['home', 'columns', 'subjects', 'courses', 'resources', 'resources/{id}', 'search', 'events']) {
    await expect((await run(`/api/portal/${path}`)).locator('.status').first(), path).toHaveText('200');
  }
  await expect(call('/api/portal/resources/{id}').getByRole('region', { name: /^Response from/ })).toContainText(
    '"kind"',
  );
  await test.step('what is asked again with its ETag answers 304', async () => {
    const home = call('/api/portal/home');
    const status = home
      .getByRole('region', { name: /^Response from/ })
      .locator('.status')
      .first();
    // Other specs publish to the same home page and change its ETag, so retry.
    await expect(async () => {
      await home.getByRole('button', { name: 'Run again with ETag' }).click();
      await expect(status).toHaveText('304', { timeout: 3_000 });
    }).toPass();
  });
  await test.step('a scope that the key lacks is refused', async () => {
    const answer = await run('/api/portal/resources/{id}/reports');
    await expect(answer.locator('.status').first()).toHaveText('403');
  });
  expect(await violationsInBothThemes(screen), 'the documentation').toEqual([]);
  const kept = await screen.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(secret);
  await screen.reload();
  await expect(screen.getByLabel('Key', { exact: true })).toHaveValue('');
});

test('webhooks say that the operator allows no host, and no horizontal scroll is needed at 1024', async ({
  page: screen,
}) => {
  await screen.setViewportSize({ width: 1024, height: 768 });
  await screen.goto(`${page}?tab=webhooks`);
  await expect(screen.getByRole('region', { name: 'Allowed hosts' })).toContainText('WEBHOOK_HOSTS');
  expect(await violationsInBothThemes(screen)).toEqual([]);
  for (const tab of ['keys', 'webhooks', 'documentation']) {
    await screen.goto(`${page}?tab=${tab}`);
    await expect(screen.getByRole('tabpanel')).toBeVisible();
    expect(await screen.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab).toBe(true);
  }
});
