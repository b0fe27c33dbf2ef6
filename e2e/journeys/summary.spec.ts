import type { Page } from '@playwright/test';
import pg from 'pg';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { makeResources } from '../seed/make-resources.ts';
import { readOwnLibrary } from '../seed/read-library.ts';
import { lectureClip } from '../uploads/reading-files.ts';

test.use({ account: 'summariser' });

/** Hearing takes as long as the machine is busy; what is waited for is always a state. */
const patience = { timeout: 120_000 };
/** Under another name when they are made again after a failure. */
const named = (title: string, retry: number) => (retry === 0 ? title : `${title} ${retry + 1}`);
const text = `Volcanoes are mountains that open down to molten rock below the crust of the earth.

This lecture shows how volcanoes erupt and how people measure them.
Gas in the magma pushes it upward until the rock above breaks.
In summary, volcanoes erupt when gas in the magma breaks the rock above it.
`;

const panel = (page: Page) => page.getByRole('region', { name: 'Summary tools' });
const sentences = (page: Page) => panel(page).locator('.summary-row-text');
const head = (page: Page) => page.getByRole('main').locator('.text-work-head');
const secondOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

/** As after a minute in which nobody heard of the window that held it. */
async function letLocksExpire(): Promise<void> {
  const pool = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 });
  const soon = "update edit_locks set expires_at = now() - interval '1 second' where user_id in";
  await pool.query(`${soon} (select id from users where account = 'summariser')`);
  await pool.end();
}

/** As after someone corrected what was read of it. */
async function changeText(title: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 });
  const { rows } = await pool.query('select id from resources where title = $1', [title]);
  await pool.query(
    `with changed as (update passages set text = text || ' More.' where resource_id = $1 and source = 'document')
     update readings set current = true, created_at = now() where resource_id = $1 and current`,
    [rows[0]?.id],
  );
  await pool.end();
}

async function openFromList(page: Page, title: string, tab: string): Promise<void> {
  await page.goto(`/app/handle/ai?tab=${tab}&resource=${encodeURIComponent(title)}`);
  await page.locator('.grid').getByRole('row').getByRole('link', { name: title }).press('Enter', patience);
  await expect(head(page)).toContainText(title);
}

test('texts and recordings are summarised, each sentence leads to its place, and people have the last word', async ({
  page,
  session,
  baseURL,
}, { retry }) => {
  const [notes, clip] = [named('Notes on volcanoes', retry), named('Summarised lecture', retry)];
  if (!session || !baseURL) throw new Error('nobody is signed in');
  await readOwnLibrary(baseURL, session);
  const files = [
    { name: `${clip}.mp4`, bytes: lectureClip() },
    { name: `${notes}.txt`, bytes: Buffer.from(text) },
  ];
  await makeResources(baseURL, session, files, undefined, patience);

  await test.step('the machine extracts sentences, and one sees where each stands', async () => {
    await openFromList(page, notes, 'draft');
    await expect(panel(page)).toContainText('Extracted from the text');
    const last = sentences(page).filter({ hasText: 'magma' }).last();
    await last.press('Enter');
    await expect(page.locator('.text-body mark')).toHaveText((await last.textContent()) ?? '');
    expect(await violationsInBothThemes(page), 'document').toEqual([]);
    await page.goto('/app/handle/ai?tab=draft');
    await expect(page.locator('.grid').getByRole('row').filter({ hasText: notes })).toContainText('100%');
    expect(await violationsInBothThemes(page), 'list').toEqual([]);
  });

  await test.step('once its text has changed, nobody approves it without a question', async () => {
    await changeText(notes);
    await page.goto('/app/handle/ai?tab=stale');
    await expect(page.locator('.grid').getByRole('row').filter({ hasText: notes })).toContainText('Out of date');
    expect(await violationsInBothThemes(page), 'out of date').toEqual([]);
    await openFromList(page, notes, 'stale');
    await head(page).getByRole('button', { name: 'Approve' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'This summary is out of date' });
    await expect(question).toContainText('document text');
    expect(await violationsInDialog(page), 'question').toEqual([]);
    await question.getByRole('button', { name: 'Approve anyway' }).press('Enter');
    await expect(head(page)).toContainText('Approved');
  });

  await test.step('too little is said for the machine: one writes it, and a killed window loses nothing', async () => {
    await expect(async () => {
      await page.goto(`/app/handle/ai?tab=all&resource=${clip}`);
      await expect(page.locator('.grid').getByRole('row').filter({ hasText: clip })).toContainText('Skipped');
    }).toPass(patience);
    await openFromList(page, clip, 'all');
    await expect(page.getByText(/^There isn’t enough text/)).toBeVisible();
    await page.getByRole('button', { name: 'Write summary' }).press('Enter');
    await page.getByRole('button', { name: 'Add sentence' }).press('Enter');
    await page.keyboard.type('The second chapter explains gravity.');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Draft saved at/)).toBeVisible();
    // Without a word of goodbye to the server: its lock stays until it has run out.
    const address = page.url();
    await page.goto('about:blank');
    await letLocksExpire();
    await page.goto(address);
    await page.getByRole('button', { name: 'Continue' }).press('Enter', patience);
    await expect(sentences(page)).toHaveText(['The second chapter explains gravity.']);
  });

  await test.step('saved, it is looked up: by keys alone the sentence leads to its second in the video', async () => {
    await expect(head(page).getByRole('button', { name: /^Save/ })).toBeEnabled();
    await page.keyboard.press('Control+s');
    await expect(panel(page)).toContainText('Edited by Sam Summariser');
    await sentences(page).first().press('Enter');
    // Said from second 15 on.
    await expect.poll(() => secondOf(page)).toBeGreaterThan(14.5);
    await expect(page.locator('.summary-quote')).toContainText('gravity');
    expect(await violationsInBothThemes(page), 'recording').toEqual([]);
  });

  await test.step('it is approved and published', async () => {
    await head(page).getByRole('button', { name: 'Approve' }).press('Enter');
    await expect(head(page)).toContainText('Approved');
    await page.getByRole('button', { name: /^Versions/ }).press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Version 1');
    expect(await violationsInDialog(page), 'versions').toEqual([]);
    await page.keyboard.press('Escape');
    await head(page).getByRole('button', { name: 'Publish' }).press('Enter');
    await expect(head(page)).toContainText('Published');
  });

  await test.step('whoever opens the video reads it there, and goes to the second as well', async () => {
    await page.goto('/app/home/my');
    await page.locator('.grid').getByRole('link', { name: clip }).click();
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'The second chapter explains gravity.' }).press('Enter');
    await expect.poll(() => secondOf(page)).toBeGreaterThan(14.5);
    expect(await violationsInBothThemes(page), 'tab').toEqual([]);
  });
});
