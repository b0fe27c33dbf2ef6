import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, expect as baseExpect, chromium as browserType, type Page } from '@playwright/test';
import { chromium } from '../browser.ts';
import { password } from '../people.ts';
import { nodePath, Product } from '../product/product.ts';
import { pageTitle } from '../screen.ts';
import { runSeed } from '../seed/run-seed.ts';
import { signInWith, storageStateOf } from '../session/sign-in.ts';
import { bringIn } from './campus/bring-in.ts';
import { lectures } from './campus/campus-lectures.ts';
import { lookForWords } from './campus/look-for-words.ts';
import { makeFiles } from './campus/make-files.ts';

const folder = path.join(import.meta.dirname, '../../docs/screenshots');

/** Nobody waits for these pictures. */
const expect = baseExpect.configure({ timeout: 60_000 });

type Shot = { name: string; account: string; open(page: Page): Promise<void> };

const shots: Shot[] = [
  { name: 'resources', account: 'li.wei', open: (page) => openPage(page, '/app/resource/info') },
  {
    name: 'library',
    account: 'li.wei',
    open: async (page) => {
      await openPage(page, '/app/resource/library');
      await page.getByRole('treeitem', { name: /^Medicine/ }).click();
      await page.getByRole('button', { name: 'As tiles' }).click();
      await expect(page.locator('.tile')).toHaveCount(lectures.filter(({ place }) => place === 'medicine').length);
    },
  },
  {
    name: 'resource',
    account: 'li.wei',
    open: async (page) => {
      await openPage(page, '/app/resource/info');
      await page.getByRole('link', { name: 'Cell biology 04: energy and the mitochondria' }).click();
      await expect(page.locator('.waveform-bars').first()).toBeVisible();
      await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible();
    },
  },
  { name: 'conversion', account: 'li.wei', open: (page) => openPage(page, '/app/data/convert?tab=all') },
  {
    name: 'review',
    account: 'li.wei',
    open: async (page) => {
      await expect(async () => {
        await openPage(page, '/app/sensitive/resource');
        await page.getByRole('link', { name: 'Letters from the front, 1916' }).click({ timeout: 2_000 });
      }).toPass({ timeout: 120_000 });
      await expect(page.locator('.viewer-mark').first()).toBeInViewport();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    },
  },
  { name: 'users', account: 'li.wei', open: (page) => openPage(page, '/app/system/systemAdmin') },
  {
    name: 'palette',
    account: 'li.wei',
    open: async (page) => {
      await openPage(page, '/app/resource/column');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find anything' }).fill('cell');
      await expect(page.getByRole('option', { name: /Poster: cell organelles/ })).toBeVisible();
    },
  },
  { name: 'forbidden', account: 'chen.yu', open: (page) => openPage(page, '/app/data/accessStat') },
  {
    name: 'health',
    account: 'li.wei',
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
];

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(pageTitle(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The pictures of the README, light and dark, taken of the built product; all of them, or those that are named. */
async function takeScreenshots(browser: Browser, origin: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, account, open } of shots) {
    if (names.length > 0 && !names.includes(name)) continue;
    const context = await browser.newContext({
      baseURL: origin,
      storageState: storageStateOf(origin, await signInWith(origin, account, password)),
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
}

const product = await Product.start();
const browser = await browserType.launch(chromium);
try {
  await runSeed(path.join(import.meta.dirname, 'campus/seed-campus.ts'), nodePath(), product.databaseUrl);
  await bringIn(product.origin, await makeFiles(browser, lectures));
  await lookForWords(product.origin);
  await takeScreenshots(browser, product.origin, process.argv.slice(2));
} finally {
  await browser.close();
  await product.stop();
}
