import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { pageTitle } from '../screen.ts';
import { readOwnLibrary } from '../seed/read-library.ts';
import { chooseLanguage } from '../uploads/choose-language.ts';
import { lectureClip, sheet, slideDeck } from '../uploads/reading-files.ts';

test.use({ account: 'listener' });

/** OCR and transcription take longer on a busy machine; tests always wait for a state, not a time. */
const patience = { timeout: 90_000 };

async function bringIn(page: Page): Promise<void> {
  const files = [
    { name: 'Lecture clip.mp4', mimeType: 'video/mp4', buffer: lectureClip() },
    { name: 'Scanned sheet.png', mimeType: 'image/png', buffer: readFileSync(sheet) },
    {
      name: 'Slides on gravity.odp',
      mimeType: 'application/vnd.oasis.opendocument.presentation',
      buffer: await slideDeck(['Newton saw an apple fall', 'Gravity pulls it down']),
    },
  ];
  await page.goto('/app/home/my');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles(files);
  await chooseLanguage(page, 'English');
}

const row = (page: Page, title: string) => page.locator('.grid').getByRole('row').filter({ hasText: title });
const openRow = (page: Page, title: string) => row(page, title).getByRole('link', { name: title }).click();
const step = (page: Page, name: string) =>
  page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
const secondOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
const aside = (page: Page): Locator => page.getByRole('complementary').last();

test('a scan, slides and a lecture are processed live, and each word links to its place', async ({
  page,
  session,
  baseURL,
}) => {
  if (!session) throw new Error('nobody is signed in');
  await readOwnLibrary(baseURL ?? '', session);
  await bringIn(page);

  await test.step('the steps go on before one’s eyes', async () => {
    await expect(row(page, 'Lecture clip')).toBeVisible({ timeout: 60_000 });
    await openRow(page, 'Lecture clip');
    await page.getByRole('tab', { name: 'Processing' }).click();
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await expect(step(page, 'Conversion')).toContainText('Done', patience);
    await expect(step(page, 'Speech recognition')).toContainText('Done', patience);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
    await expect(page.getByRole('main')).toContainText('Ready');
    expect(await violationsInBothThemes(page), 'Processing').toEqual([]);
  });

  await test.step('a spoken word leads to the second at which it is said', async () => {
    await page.getByRole('tab', { name: 'Transcript' }).click();
    const spoken = page.getByText(/second chapter explains/);
    await expect(spoken).toBeVisible();
    expect(await violationsInBothThemes(page), 'Transcript').toEqual([]);
    await clickWord(page, spoken, 'gravity');
    // The word comes after the start of its sentence, which begins at second 15.
    await expect.poll(() => secondOf(page)).toBeGreaterThan(15.8);
    await expect.poll(() => secondOf(page)).toBeLessThan(17.6);
    await expect(page.locator('.transcript [aria-current]')).toContainText('second chapter explains');
  });

  await test.step('the list of machine work tells of every step, and leads on from resource to resource', async () => {
    await page.goto('/app/data/convert?tab=done&resource=slides on gravity');
    await expect(pageTitle(page)).toContainText('Format conversion');
    const conversion = page.locator('.grid').getByRole('row').filter({ hasText: 'Conversion' });
    await expect(conversion).toContainText('Slides on gravity', patience);
    await conversion.getByRole('link', { name: 'Done' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('log')).toContainText('Attempt 1');
    expect(await violationsInDialog(page), 'log').toEqual([]);
    await page.keyboard.press('Escape');
    await conversion.getByRole('link', { name: 'Slides on gravity' }).click();
    await expect(page.locator('.walk span')).toHaveText(/^\d of \d$/);
  });

  await test.step('a line of a slide leads to its page, where it is marked', async () => {
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('tabpanel').getByText('Gravity pulls it down').click();
    await expect(page.locator('[aria-label="Page 2"]').locator('.viewer-mark')).toBeVisible();
    expect(await violationsInBothThemes(page), 'Text').toEqual([]);
  });

  await test.step('a line of the scan leads to its place in the picture', async () => {
    await page.goto('/app/handle/img?tab=all');
    await expect(row(page, 'Scanned sheet')).toContainText('Done', patience);
    await openRow(page, 'Scanned sheet');
    await page.getByRole('main').getByText('Photosynthesis turns light into sugar.').click();
    await expect(page.locator('.viewer-mark')).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Open resource' }).click();
    await aside(page).getByRole('tab', { name: 'Files' }).click();
    await expect(aside(page)).toContainText('Thumbnail');
  });

  await test.step('Ctrl+K finds a spoken phrase, and Enter lands on its second', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('chapter explains gravity');
    const hit = page
      .getByRole('group', { name: /^Lecture clip/ })
      .getByRole('option', { name: /second chapter explains gravity/i });
    await expect(hit).toBeVisible();
    await expect(async () => {
      if ((await hit.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
      await expect(hit).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/videoDetail\/[\w-]+\?.*second=15/);
    await expect.poll(() => secondOf(page)).toBeGreaterThan(14.4);
    await expect.poll(() => secondOf(page)).toBeLessThan(16.4);
  });
});

/** Clicks a word within a text with the mouse. */
async function clickWord(page: Page, text: Locator, word: string): Promise<void> {
  const place = await text.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    throw new Error(`There is no ${wanted}`);
  }, word);
  await page.mouse.click(place.x, place.y);
}
