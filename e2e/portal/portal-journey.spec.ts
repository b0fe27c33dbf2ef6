import { createApiKey } from '@lectern/contract/features/api-key.ts';
import type { Locator, Page } from '@playwright/test';
import { violationsInBothThemes } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { makeResources, publish } from '../seed/make-resources.ts';
import { callApi } from '../session/call-api.ts';
import { lectureClip } from '../uploads/reading-files.ts';
import { pdfWith, pngOf } from '../uploads/small-files.ts';
import { watchPage } from '../watch-page.ts';
import { ExampleSite } from './example-site.ts';
import { publishSubtitles } from './publish-subtitles.ts';
import { storedEvents } from './stored-events.ts';

test.describe.configure({ timeout: 360_000 });

/** Random, because a retry finds what the first attempt left behind. */
const mark = Math.random().toString(36).slice(2, 7);
const course = `Optics of the journey ${mark}`;
const titles = {
  film: `Film on light ${mark}`,
  notes: `Notes on lenses ${mark}`,
  picture: `Spectrum ${mark}`,
};
const chapters = ['Rays and shadows', 'Lenses', 'Colours'];
const slot = `Row of the journey ${mark}`;
const scopes = ['content', 'search', 'media', 'events', 'reports'] as const;

const tree = (page: Page) => page.getByRole('tree', { name: 'Chapters' });
const shelf = (page: Page) => page.getByRole('region', { name: 'Resource list' });
const content = (page: Page, title: string) => page.getByRole('list', { name: `Resources in “${title}”` });

async function find(page: Page, title: string): Promise<Locator> {
  await shelf(page).getByRole('searchbox').fill(title);
  const row = shelf(page).getByRole('listitem').filter({ hasText: title });
  await expect(row).toHaveCount(1);
  return row;
}

/**
 * Releases only once the row accepts the drop, because a busy browser processes the last mouse move late. Starts again
 * if the list moved under the pointer.
 */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const target = to.locator('xpath=ancestor-or-self::*[@data-drop="inside"]');
  await expect(async () => {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    if (!start || !end) throw new Error('what is dragged, or where to, is not on screen');
    await page.mouse.move(start.x + 70, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x + 60, start.y + start.height / 2 + 8, { steps: 3 });
    await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 8 });
    const shown = await target.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (!shown) {
      await page.keyboard.press('Escape');
      await page.mouse.up();
    }
    expect(shown).toBe(true);
  }).toPass({ timeout: 60_000 });
  await page.mouse.up();
}

/** The video's position in seconds, and whether it is paused. */
const film = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({ at: video.currentTime, paused: video.paused }));

test('a course of three chapters is built by keys and mouse, published, put on the home page, and played on a site that reads the portal', async ({
  page,
  browser,
  session,
  baseURL,
  mishaps,
}) => {
  if (!session || !baseURL) throw new Error('nobody is signed in');
  const made = await makeResources(
    baseURL,
    session,
    [
      { name: `${titles.film}.mp4`, bytes: lectureClip() },
      { name: `${titles.notes}.pdf`, bytes: pdfWith('A lens bends light.') },
      { name: `${titles.picture}.png`, bytes: pngOf([200, 60, 40]) },
    ],
    undefined,
    { timeout: 90_000 },
  );
  await publish(baseURL, session, made);
  const video = made.find(({ title }) => title === titles.film);
  if (!video) throw new Error('the film did not arrive');
  await publishSubtitles(baseURL, session, video.id, [
    { start: 1, end: 3, text: 'Welcome to the lecture on light.' },
    { start: 3, end: 6, text: `A prism takes it apart, ${mark}.` },
  ]);

  await test.step('the course and its chapters, by keyboard', async () => {
    await page.goto('/app/course/list');
    await page.getByRole('button', { name: 'New course' }).first().press('Enter');
    await expect(page.getByRole('dialog', { name: 'New course' })).toBeVisible();
    await page.keyboard.type(course);
    await page.keyboard.press('Tab');
    await page.keyboard.type(`JOURNEY-${mark}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add first chapter' }).press('Enter');
    for (const title of chapters) {
      await expect(page.getByRole('textbox', { name: 'Chapter title' })).toBeFocused();
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await expect(tree(page).getByRole('treeitem').filter({ hasText: title })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(3);
  });

  await test.step('the film into the first chapter, and its part, by keyboard', async () => {
    await tree(page).getByRole('treeitem').first().press('Home');
    await page.keyboard.press(' ');
    await expect(page.getByRole('region', { name: chapters[0] })).toBeVisible();
    const row = await find(page, titles.film);
    await row.getByRole('checkbox').press('Enter');
    const item = content(page, chapters[0] ?? '')
      .getByRole('listitem')
      .filter({ hasText: titles.film });
    await expect(item).toBeVisible();
    await item.getByRole('button', { name: `Edit clip and note of ${titles.film}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: titles.film });
    await dialog.getByLabel('Start', { exact: true }).fill('0:02');
    await dialog.getByLabel('End', { exact: true }).fill('0:04');
    await dialog.getByLabel('Note for learners').fill('Watch the prism.');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(item).toContainText('0:02');
  });

  await test.step('the others by mouse: dropped onto a chapter, and added by a button', async () => {
    const notes = await find(page, titles.notes);
    await drag(
      page,
      notes,
      tree(page)
        .getByRole('treeitem')
        .filter({ hasText: chapters[1] ?? '' }),
    );
    await tree(page)
      .getByRole('treeitem')
      .filter({ hasText: chapters[1] ?? '' })
      .click();
    await expect(content(page, chapters[1] ?? '')).toContainText(titles.notes);
    await tree(page)
      .getByRole('treeitem')
      .filter({ hasText: chapters[2] ?? '' })
      .click();
    await (await find(page, titles.picture)).getByRole('button', { name: `Add ${titles.picture}` }).click();
    await expect(content(page, chapters[2] ?? '')).toContainText(titles.picture);
    expect(await violationsInBothThemes(page), 'the catalogue').toEqual([]);
  });

  await test.step('published', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click();
    await expect(page.getByText(`“${course}” published`)).toBeVisible();
  });

  await test.step('scheduled onto the home page', async () => {
    await page.goto('/app/page/resourceRecommend');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add slot' }).click();
    const asked = page.getByRole('dialog', { name: 'New slot' });
    await asked.getByLabel('Name', { exact: true }).fill(slot);
    await asked.getByLabel('Key', { exact: true }).fill(`journey-${mark}`);
    await asked.getByRole('button', { name: 'Add slot' }).click();
    await page.getByRole('button', { name: `Add to ${slot}` }).click();
    const adding = page.getByRole('dialog', { name: `Add to ${slot}` });
    await adding.getByRole('tab', { name: 'Courses' }).click();
    await adding.getByRole('searchbox', { name: 'Courses' }).fill(course);
    await adding.getByRole('checkbox', { name: course }).check();
    await adding.getByLabel('Starts', { exact: true }).fill('2026-01-01T08:00');
    await adding.getByRole('button', { name: 'Add 1' }).click();
    await expect(page.getByRole('list', { name: `Entries in “${slot}”` })).toContainText(course);
    await page.getByRole('button', { name: /^Publish/ }).click();
    const question = page.getByRole('dialog', { name: 'Publish home page' });
    await expect(question).toContainText(course);
    await question.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Home page published')).toBeVisible();
  });

  const { key, secret } = await callApi(baseURL, session, createApiKey, {
    body: { name: 'Site of the journey', scopes: [...scopes], audience: 'campus' },
  });
  const site = await ExampleSite.start(baseURL, secret);
  const context = await browser.newContext({ baseURL: site.address });
  try {
    const reader = await context.newPage();
    watchPage(reader, site.address, mishaps);
    await test.step('a reader finds it on the site, chapter by chapter', async () => {
      await reader.goto('/');
      await reader.getByRole('link', { name: course }).first().click();
      await expect(reader.getByRole('heading', { level: 1, name: course })).toBeVisible();
      for (const title of chapters) await expect(reader.getByRole('heading', { name: title })).toBeVisible();
      await expect(reader.getByRole('link', { name: titles.film })).toContainText('clip 0:02 – 0:04');
      expect(await reader.content()).not.toContain(secret);
    });
    await test.step('and plays the part, with subtitles', async () => {
      await reader.getByRole('link', { name: titles.film }).click();
      await expect(reader.getByRole('region', { name: 'Subtitles' })).toContainText('A prism takes it apart');
      await expect.poll(async () => (await film(reader)).at).toBe(2);
      await reader.locator('video').evaluate((element: HTMLVideoElement) => element.play());
      await expect(reader.getByText('End of the clip')).toBeVisible({ timeout: 60_000 });
      const { at, paused } = await film(reader);
      expect(paused).toBe(true);
      expect(at).toBeGreaterThanOrEqual(4);
      expect(at).toBeLessThan(5.5);
    });
    await test.step('searches, downloads and reports', async () => {
      await reader.getByRole('searchbox', { name: 'Search' }).fill(`prism ${mark}`);
      await reader.keyboard.press('Enter');
      await expect(reader.getByRole('list', { name: 'Moments' }).getByText('0:03')).toBeVisible();
      await reader.getByRole('list', { name: 'Moments' }).getByText('0:03').click();
      await expect.poll(async () => (await film(reader)).at).toBe(3);
      const saved = reader.waitForEvent('download');
      await reader.getByRole('link', { name: /^Download/ }).click();
      expect((await saved).suggestedFilename()).toContain('.mp4');
      await reader.getByRole('button', { name: 'Report this resource' }).click();
      await reader.getByLabel('Details (optional)').fill('The sound is low.');
      await reader.getByRole('button', { name: 'Send' }).click();
      await expect(reader.getByText('Thank you.')).toBeVisible();
    });
    await test.step('what readers did is stored, each once', async () => {
      const database = process.env.E2E_DATABASE_URL ?? '';
      const done = async () => (await storedEvents(database, key.id)).map(({ action }) => action).sort();
      await expect
        .poll(async () => [...new Set(await done())], { timeout: 60_000 })
        .toEqual(['click', 'download', 'play', 'search', 'view']);
      const events = await storedEvents(database, key.id);
      const played = events.filter(({ action }) => action === 'play');
      const watched = played.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
      expect(watched).toBeGreaterThan(1);
      expect(watched).toBeLessThan(4);
      expect(played[0]).toMatchObject({ resource_id: video.id, source: 'portal', times: 1 });
      expect(played[0]?.course_id).not.toBeNull();
      expect(played[0]?.chapter_id).not.toBeNull();
      expect(played[0]?.position_ms).toBeGreaterThanOrEqual(3000);
      expect(events.find(({ home_entry_id }) => home_entry_id)?.action).toBe('click');
      expect(events.find(({ action }) => action === 'search')).toMatchObject({ query: `prism ${mark}`, hits: 1 });
      expect(new Set(events.map(({ visit }) => visit)).size).toBe(1);
      expect(events.every(({ times }) => times === 1)).toBe(true);
    });
    await test.step('what is taken offline is gone from the site with the next request', async () => {
      await page.goto('/app/course/list');
      await page.goto(`/app/resource/info/videoDetail/${video.id}`);
      await page.getByRole('button', { name: 'Take offline' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /offline/i })
        .last()
        .click();
      await expect
        .poll(async () => {
          await reader.reload();
          return reader.getByRole('heading', { level: 1 }).textContent();
        })
        .toBe('Not available');
    });
  } finally {
    await context.close();
    site.stop();
  }
});
