import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium as browserType, expect, type Page } from '@playwright/test';
import { chromium } from '../browser.ts';
import type { Account } from '../people.ts';
import { nodePath, Product } from '../product/product.ts';
import { pageTitle } from '../screen.ts';
import { seedPeople } from '../seed/run-seed.ts';
import { signIn, storageStateOf } from '../session/sign-in.ts';

const folder = path.join(import.meta.dirname, '../../docs/screenshots');

type Shot = { name: string; account: Account | null; open(page: Page): Promise<void> };

const shots: Shot[] = [
  {
    name: 'login',
    account: null,
    open: async (page) => {
      await page.goto('/app/auth');
      await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
    },
  },
  { name: 'home', account: 'administrator', open: (page) => openPage(page, '/app/home/my') },
  {
    name: 'health',
    account: 'administrator',
    open: async (page) => {
      await openPage(page, '/app/system/health');
      // A busy machine measures late right after the start.
      await expect(async () => {
        await page.getByRole('button', { name: 'Refresh', exact: true }).click();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.getByText('Everything works')).toBeVisible({ timeout: 100 });
      }).toPass({ timeout: 120_000 });
    },
  },
  { name: 'settings', account: 'administrator', open: (page) => openPage(page, '/app/system/settings') },
  {
    name: 'palette',
    account: 'administrator',
    open: async (page) => {
      await openPage(page, '/app/home/profile?tab=sessions');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find anything' }).fill('re');
      await expect(page.getByRole('option', { name: /Rita Recruiter/ })).toBeVisible();
    },
  },
  { name: 'forbidden', account: 'reader', open: (page) => openPage(page, '/app/course/list') },
];

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(pageTitle(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The pictures of the README, light and dark, taken of the built product. */
async function takeScreenshots({ origin }: Product): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await browserType.launch(chromium);
  for (const { name, account, open } of shots) {
    const context = await browser.newContext({
      baseURL: origin,
      storageState: account ? storageStateOf(origin, await signIn(origin, account)) : undefined,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
    });
    const page = await context.newPage();
    await open(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^((?!dark).)*$/);
      await page.mouse.move(0, 899);
      await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) });
    }
    await context.close();
  }
  await browser.close();
}

const product = await Product.start();
try {
  await seedPeople(nodePath(), product.databaseUrl);
  await takeScreenshots(product);
} finally {
  await product.stop();
}
