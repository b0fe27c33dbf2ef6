import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { violationsInBothThemes } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { makeResources } from '../seed/make-resources.ts';

const run = promisify(execFile);
const title = 'Heron census';
const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: new RegExp(`^${name}: `) });
const pager = (page: Page) => page.locator('.list-pager');

/** Opens the chart of today's views, reloading until they are counted and drawn. */
async function openChart(page: Page): Promise<Locator> {
  const plot = page.getByRole('application', { name: 'Chart: Views' });
  await page.goto('/app/data/accessStat?period=1&groupBy=kind');
  await expect(async () => {
    await page.reload();
    await expect(plot).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  await expect(plot.locator('canvas').first()).toBeVisible();
  return plot;
}

/** Reloads until the figure shows the value, because rollups lag behind events by a few seconds. */
async function counted(page: Page, name: string, value: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(figure(page, name)).toHaveText(value, { timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
}

test('a view counts once, and its figures open their records', async ({ page, session, baseURL }) => {
  test.setTimeout(180_000);
  if (!session) throw new Error('Nobody is signed in');
  await makeResources(baseURL ?? '', session, [
    { name: `${title}.md`, bytes: Buffer.from('# Heron census\n\nCounted at dawn.') },
  ]);
  await page.goto('/app/resource/info?search=heron+census');
  await page.locator('.grid').getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('tab', { name: 'Statistics' })).toBeVisible();
  // Reloading within the same visit still counts as one view.
  await page.reload();
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await counted(page, 'Views', '1');

  await figure(page, 'Views').click();
  await expect(page).toHaveURL(/\/app\/data\/accessRecord\?.*tab=view/);
  await expect(pager(page)).toContainText('1 of 1 matching');
  await expect(page.locator('.grid').getByRole('row').nth(1)).toContainText(title);

  await page.locator('.grid').getByRole('row').nth(1).getByRole('link').first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Visit' })).toBeVisible();
  await expect(sheet.getByRole('listitem').filter({ hasText: title })).toHaveCount(1);
  await page.keyboard.press('Escape');
});

test('a chart can be used by keyboard or as a table, and both open the same rows', async ({ page }) => {
  test.setTimeout(180_000);
  const plot = await openChart(page);
  await plot.focus();
  await page.keyboard.press('End');
  await expect(plot.locator('[aria-live]')).not.toBeEmpty();
  expect(await violationsInBothThemes(page)).toEqual([]);

  const card = page.locator('.card', { has: plot });
  await card.getByRole('button', { name: 'Show as table' }).click();
  const link = page.getByRole('table', { name: 'Views, as a table' }).getByRole('link').first();
  await link.click();
  await expect(page).toHaveURL(/\/app\/data\/accessRecord\?.*tab=view.*at=.*robot=no/);
  await expect(pager(page)).toContainText('matching');
});

test('a chart prints completely, without links', async ({ page }) => {
  test.setTimeout(180_000);
  const sheet = (await openChart(page)).locator('.chart-sheet');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(sheet).toBeVisible();
  const [picture, paper] = [await sheet.boundingBox(), page.viewportSize()];
  expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThanOrEqual(paper?.width ?? 0);
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);
});

test('a printed page has every chart with its colours, every table and every column', async ({ page }, info) => {
  test.setTimeout(180_000);
  const plot = await openChart(page);
  // A card shown as a table on screen must still be printed with its chart.
  await page.locator('.card', { has: plot }).getByRole('button', { name: 'Show as table' }).click();
  await expect(plot).toBeHidden();
  const headings = await page.locator('.card-head :is(h2, h3)').allTextContents();
  const columns = await page.locator('.stat-table:not(.group-table) thead th').allTextContents();
  expect(headings.length).toBeGreaterThan(2);

  const file = info.outputPath('statistics.pdf');
  await page.pdf({ path: file, format: 'A4' });
  const { stdout: text } = await run('pdftotext', ['-layout', file, '-']);
  const words = text.replace(/\s+/g, ' ').toLowerCase();
  for (const heading of [...headings, ...columns]) expect(words).toContain(heading.replace(/\s+/g, ' ').toLowerCase());
  const { stdout: pictures } = await run('pdfimages', ['-list', file]);
  expect(pictures.split('\n').filter((line) => / image /.test(line)).length).toBeGreaterThan(0);
  await expect(plot).toBeHidden();
});

test('the page’s choices are in its URL and can be saved as a report', async ({ page }) => {
  await page.goto('/app/data/resource');
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('radio', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/period=7/);
  await page.getByRole('button', { name: 'College' }).click();
  await expect(page).toHaveURL(/by=college/);

  await page.getByRole('button', { name: 'Reports' }).click();
  await page.getByRole('menuitem', { name: 'Save as report…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as report' });
  await dialog.getByLabel('Name').fill('A week by college');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'A week by college' })).toBeVisible();

  await page.goto('/app/data/resource');
  await page.getByRole('button', { name: 'Reports' }).click();
  await page.getByRole('menuitemradio', { name: /A week by college/ }).click();
  await expect(page).toHaveURL(/by=college/);
  await expect(page).toHaveURL(/period=7/);
});
