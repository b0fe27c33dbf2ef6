import { test as base, expect, type Page } from '@playwright/test';
import { adminPassword } from '../people.ts';
import { findFreePort } from '../product/free-port.ts';
import { Product } from '../product/product.ts';
import { notifications, openBell, pageTitle } from '../screen.ts';
import { signIn, storageStateOf } from '../session/sign-in.ts';

/** A separate product, so that killing its parts doesn't affect other specs. */
const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      // A fixed port, so that the address stays the same after the api restarts.
      const product = await Product.start({ PORT: String(await findFreePort()) });
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.origin);
  },
  storageState: async ({ product }, use) => {
    await use(storageStateOf(product.origin, await signIn(product.origin, 'admin')));
  },
});

type Part = Parameters<Product['pidOf']>[0];

function kill(product: Product, part: Part): number {
  const pid = product.pidOf(part);
  if (pid === undefined) throw new Error(`${part} isn’t running`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

async function expectBack(product: Product, part: Part, killed: number): Promise<void> {
  await expect
    .poll(() => product.pidOf(part), { timeout: 60_000, message: `${part} is started again` })
    .not.toBe(killed);
  await expect.poll(() => product.pidOf(part) !== undefined, { timeout: 60_000 }).toBe(true);
}

/** Refreshes as a person would until the page loads, and expects no login prompt. */
async function expectGoesOn(page: Page): Promise<void> {
  await expect(async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('fresh=true'), { timeout: 3_000 }),
      page.getByRole('button', { name: /^Refresh/ }).click({ timeout: 3_000 }),
    ]);
    expect((await answer.json()).status).toBe(200);
  }).toPass({ timeout: 40_000 });
  await expect(page).toHaveURL('/app/system/health');
  await expect(page.getByText('login expired, please log in again')).toHaveCount(0);
}

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test.describe('A logged-in browser keeps working', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/app/system/health');
    await expect(pageTitle(page)).toHaveText('Health');
    await expect(page.getByRole('heading', { name: 'Database', exact: true })).toBeVisible();
  });

  test('after the api was killed and restarted', async ({ page, product }) => {
    const killed = kill(product, 'api');
    await expectBack(product, 'api', killed);
    await expectGoesOn(page);
    const panel = await openBell(page);
    await expect(panel.getByRole('alert')).toHaveCount(0);
  });

  test('after the worker was killed, and work that is asked for then is done', async ({ page, product }) => {
    const killed = kill(product, 'worker');
    await page.getByRole('button', { name: 'Create support bundle' }).click();
    await expectBack(product, 'worker', killed);
    await expect(page.getByRole('link', { name: /^Download / }).first()).toBeVisible({ timeout: 60_000 });
    await expectGoesOn(page);
  });

  test('after the database was killed, and calls in between explain the problem', async ({ page, product }) => {
    const killed = kill(product, 'postgres');
    const refresh = page.getByRole('button', { name: /^Refresh/ });
    await expect(async () => {
      await refresh.click({ timeout: 1_000 });
      await expect(page.getByRole('alert')).toContainText('The database isn’t responding.', {
        timeout: 250,
      });
    }).toPass({ timeout: 60_000, intervals: [50] });
    await expect(page.getByRole('alert')).toContainText('service unavailable (overloaded or under maintenance)');
    await expectBack(product, 'postgres', killed);
    await expectGoesOn(page);
  });

  test('after all three were killed at once, through logout and login', async ({ page, product }) => {
    const killed = (['postgres', 'worker', 'api'] as const).map((part) => [part, kill(product, part)] as const);
    for (const [part, pid] of killed) await expectBack(product, part, pid);
    await expectGoesOn(page);
    await page.locator('.user-menu-button').click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Username', { exact: true }).fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(adminPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(pageTitle(page)).toHaveText('My resources');
    await expect(notifications(page)).toHaveCount(0);
  });
});
