import { readFileSync } from 'node:fs';
import { getResource, updateResource } from '@lectern/contract/features/resource.ts';
import { getResourceScan } from '@lectern/contract/features/scan.ts';
import type { Locator, Page } from '@playwright/test';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { makeResources } from '../seed/make-resources.ts';
import { readOwnLibrary } from '../seed/read-library.ts';
import { callApi } from '../session/call-api.ts';
import { lectureClip, sheet } from '../uploads/reading-files.ts';
import { pdfOf, wavOf } from '../uploads/small-files.ts';

test.use({ account: 'reviewer' });

/** OCR, transcription and re-scans take longer on a busy machine; tests always wait for a state, not a time. */
const patience = { timeout: 90_000 };
const titles = ['Leafy pages', 'Leafy sheet', 'Leafy clip', 'Leafy photosynthesis'] as const;

const queueRow = (page: Page, title: string): Locator =>
  page.locator('.grid').getByRole('row').filter({ hasText: title });
const openOf = (page: Page): Locator => page.locator('.review-header small');

async function openReview(page: Page, title: string): Promise<void> {
  await page
    .getByRole('link', { name: 'Back to queue' })
    .or(page.getByRole('tab', { name: /^All/ }))
    .click();
  await queueRow(page, title).getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('a spoken, pictured and printed word is found at its place, and stays cleared until its text changes', async ({
  page,
  session,
  baseURL,
}) => {
  if (!session) throw new Error('nobody is signed in');
  const origin = baseURL ?? '';
  await readOwnLibrary(origin, session);
  const made = await makeResources(
    origin,
    session,
    [
      { name: `${titles[0]}.pdf`, bytes: pdfOf(['A first page', 'A second page', 'Photosynthesis is here']) },
      { name: `${titles[1]}.png`, bytes: readFileSync(sheet) },
      { name: `${titles[2]}.mp4`, bytes: lectureClip() },
      { name: `${titles[3]}.wav`, bytes: wavOf(300, 1) },
    ],
    undefined,
    patience,
  );

  await test.step('the effect of a new word is seen before it is saved', async () => {
    await page.goto('/app/sensitive/word');
    await page.getByRole('button', { name: 'New word' }).click();
    await page.getByLabel('Word or phrase').fill('photosynthesis');
    await page.getByRole('button', { name: /^Add word/ }).click();
    await expect(page.getByText(/newly flags \d+ resources/)).toBeVisible(patience);
    expect(await violationsInBothThemes(page, '.impact-dialog'), 'effect').toEqual([]);
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByRole('link', { name: 'photosynthesis', exact: true })).toBeVisible();
  });

  await test.step('it is found in all of them', async () => {
    await page.goto('/app/sensitive/resource?search=Leafy');
    for (const title of titles) await expect(queueRow(page, title)).toContainText('photosynthesis', patience);
  });

  await test.step('a document opens at its page, where the word is marked', async () => {
    await openReview(page, 'Leafy pages');
    await expect(page.locator('[aria-label="Page 3"] .viewer-mark')).toBeInViewport();
    await expect(page.getByRole('button', { name: /^Page 3/ })).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('pdf-mark')?.size)).toBe(1);
    expect(await violationsInBothThemes(page), 'document').toEqual([]);
  });

  await test.step('a picture is blurred until one asks to see it, with the box of the word', async () => {
    await openReview(page, 'Leafy sheet');
    await expect(page.locator('.review-veiled .viewer-mark')).toBeInViewport();
    expect(await violationsInBothThemes(page), 'blurred picture').toEqual([]);
    await page.getByRole('button', { name: 'Show image' }).click();
    await expect(page.locator('.review-veiled')).toHaveCount(0);
    await expect(page.locator('.viewer-mark')).toBeInViewport();
  });

  await test.step('a film opens at the second, to be played over and over', async () => {
    await openReview(page, 'Leafy clip');
    const second = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    // “Welcome to the lecture on photosynthesis”: it begins at second 1.
    await expect.poll(second).toBeGreaterThan(1.4);
    expect(await second()).toBeLessThan(4);
    await expect(page.getByLabel(/^Loop ±10 s/)).toBeChecked();
    expect(await violationsInBothThemes(page), 'film').toEqual([]);
    for (const tab of ['History', 'Activity']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await violationsInBothThemes(page, '.review-panel'), tab).toEqual([]);
    }
  });

  await test.step('a recording is cleared hit by hit with A, and one is taken back with U', async () => {
    await openReview(page, 'Leafy photosynthesis');
    await expect(openOf(page)).toHaveText('2 of 2 matches open');
    await page.getByRole('button', { name: 'Add exception…' }).click();
    expect(await violationsInDialog(page), 'exception').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(openOf(page)).toHaveText('1 of 2 matches open');
    await page.keyboard.press('u');
    await expect(openOf(page)).toHaveText('2 of 2 matches open');
    await page.keyboard.press('Shift+A');
    expect(await violationsInDialog(page), 'clear all').toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await expect(openOf(page)).toHaveText('0 of 2 matches open');
    expect(await violationsInBothThemes(page), 'recording').toEqual([]);
  });

  const [sound] = made.slice(-1);
  const params = { id: sound?.id ?? '' };
  const scannedAt = async () => (await callApi(origin, session, getResourceScan, { params }))?.scannedAt;

  await test.step('cleared hits stay cleared when everything is looked at again', async () => {
    await page.getByRole('link', { name: 'Back to queue' }).click();
    await page.getByRole('tab', { name: /^Cleared/ }).click();
    await expect(queueRow(page, 'Leafy photosynthesis')).toBeVisible();
    const before = await scannedAt();
    await page.getByRole('checkbox').first().check();
    expect(await violationsInBothThemes(page), 'queue').toEqual([]);
    await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Re-scan' }).click();
    await expect.poll(scannedAt, patience).not.toBe(before);
    await queueRow(page, 'Leafy photosynthesis').getByRole('link', { name: 'Leafy photosynthesis' }).click();
    await expect(openOf(page)).toHaveText('0 of 2 matches open');
  });

  await test.step('a changed text is open again, before one’s eyes', async () => {
    const { version } = await callApi(origin, session, getResource, { params });
    const body = { title: 'Leafy photosynthesis, once more', version };
    await callApi(origin, session, updateResource, { params, body });
    await expect(openOf(page)).toHaveText('1 of 2 matches open', patience);
  });
});
