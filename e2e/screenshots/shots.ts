import { expect as baseExpect, type Page } from '@playwright/test';
import { pageTitle } from '../screen.ts';
import { lectures } from './campus/campus-lectures.ts';
import { spokenLecture } from './campus/campus-transcript.ts';

/** Taking screenshots isn't urgent, so be patient. */
const expect = baseExpect.configure({ timeout: 60_000 });

export type Shot = { name: string; account: string; open(page: Page): Promise<void> };

export const shots: readonly Shot[] = [
  { name: 'resources', account: 'li.wei', open: (page) => openPage(page, '/app/resource/info') },
  {
    name: 'library',
    account: 'li.wei',
    open: async (page) => {
      await openPage(page, '/app/resource/library');
      await page.getByRole('treeitem', { name: /^Medicine/ }).click();
      await page.getByRole('button', { name: 'Tiles' }).click();
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
  {
    name: 'transcript',
    account: 'li.wei',
    open: async (page) => {
      await openPage(page, `/app/handle/asr?tab=all&resource=${encodeURIComponent(spokenLecture)}`);
      await page.locator('.grid').getByRole('link', { name: spokenLecture }).click();
      await page.locator('.wb-text').filter({ hasText: 'cristae' }).click();
      await expect(page.locator('.waveform-bars').first()).toBeVisible();
    },
  },
  {
    name: 'subtitles',
    account: 'li.wei',
    open: async (page) => {
      await openPage(page, `/app/handle/subtitle?tab=all&resource=${encodeURIComponent(spokenLecture)}`);
      await page.locator('.grid').getByRole('link', { name: spokenLecture }).click();
      await page.locator('.wb-text').filter({ hasText: 'mitochondrion' }).click();
      await expect(page.locator('.timeline canvas')).toBeVisible();
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
  {
    name: 'course',
    account: 'li.wei',
    open: async (page) => {
      await openPage(page, '/app/course/list');
      await page.getByRole('link', { name: 'Cell biology', exact: true }).click();
      await page.getByRole('tab', { name: /^Chapters/ }).click();
      await page.getByRole('treeitem', { name: /Energy and respiration/ }).click();
      await expect(page.locator('.chapter-item-part[data-cut]')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    },
  },
  {
    name: 'access',
    account: 'li.wei',
    open: async (page) => {
      // New events reach the rollups a little later.
      await expect(async () => {
        await openPage(page, '/app/data/accessStat?groupBy=college');
        await expect(page.getByRole('application', { name: /^Chart:/ }).first()).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 120_000 });
    },
  },
  {
    // After the rollups exist, because one slot is filled by a “most viewed” rule.
    name: 'home-page',
    account: 'li.wei',
    open: async (page) => {
      await openPage(page, '/app/page/resourceRecommend');
      await page.getByRole('button', { name: /^Spectral lines of hydrogen/ }).click();
      await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Scheduled');
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
      // On a busy machine the first health check is slow right after the start.
      await expect(async () => {
        await page.getByRole('button', { name: 'Refresh', exact: true }).click();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.getByText('Everything is working')).toBeVisible({ timeout: 100 });
      }).toPass({ timeout: 120_000 });
    },
  },
];

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(pageTitle(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
