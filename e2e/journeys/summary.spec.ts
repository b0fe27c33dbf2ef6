import { getReading } from '@lectern/contract/features/reading.ts';
import { saveReading } from '@lectern/contract/features/reading-edit.ts';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { makeResources } from '../seed/make-resources.ts';
import { readOwnLibrary } from '../seed/read-library.ts';
import { callApi } from '../session/call-api.ts';
import type { Session } from '../session/sign-in.ts';
import { lectureClip } from '../uploads/reading-files.ts';

test.use({ account: 'summariser' });

/** Transcription takes longer on a busy machine; tests always wait for a state, not a time. */
const patience = { timeout: 120_000 };
/** A retry uses another name, because the first attempt's item still exists. */
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

/** As after a minute without a sign of life from the window holding the lock. */
async function letLocksExpire(): Promise<void> {
  const pool = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 });
  const soon = "update edit_locks set expires_at = now() - interval '1 second' where user_id in";
  await pool.query(`${soon} (select id from users where account = 'summariser')`);
  await pool.end();
}

async function correctText(origin: string, session: Session, id: string): Promise<void> {
  const params = { id, source: 'document' } as const;
  const { reading, parts } = await callApi(origin, session, getReading, { params, query: {} });
  const { number = 1, lines = [] } = parts[0] ?? {};
  const body = {
    baseId: reading.id,
    draftVersion: null,
    parts: [{ number, lines: [...lines, { text: 'More.', confidence: null }] }],
    checked: false,
  };
  await callApi(origin, session, saveReading, { params, body });
}

async function openFromList(page: Page, title: string, tab: string): Promise<void> {
  await page.goto(`/app/handle/ai?tab=${tab}&resource=${encodeURIComponent(title)}`);
  await page.locator('.grid').getByRole('row').getByRole('link', { name: title }).press('Enter', patience);
  await expect(head(page)).toContainText(title);
}

test('texts and recordings are summarised, each sentence links to its source, and people decide', async ({
  page,
  session,
  baseURL,
}, { retry }) => {
  const [notes, clip] = [named('Notes on volcanoes', retry), named('Summarised lecture', retry)];
  if (!session || !baseURL) throw new Error('nobody is signed in');
  await readOwnLibrary(baseURL, session);
  const files = [
    { name: `${notes}.txt`, bytes: Buffer.from(text) },
    { name: `${clip}.mp4`, bytes: lectureClip() },
  ];
  const [document] = await makeResources(baseURL, session, files, undefined, patience);

  if (!document) throw new Error('the notes were not uploaded');

  await test.step('the machine extracts sentences, and one sees where each stands', async () => {
    await openFromList(page, notes, 'draft');
    await expect(panel(page)).toContainText('Quotes from the text');
    const last = sentences(page).filter({ hasText: 'magma' }).last();
    await last.press('Enter');
    await expect(page.locator('.text-body mark')).toHaveText((await last.textContent()) ?? '');
    expect(await violationsInBothThemes(page), 'document').toEqual([]);
    await page.goto('/app/handle/ai?tab=draft');
    await expect(page.locator('.grid').getByRole('row').filter({ hasText: notes })).toContainText('100%');
    expect(await violationsInBothThemes(page), 'list').toEqual([]);
  });

  await test.step('once its text has changed, nobody approves it without a question', async () => {
    await correctText(baseURL, session, document.id);
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
    // Leave without releasing the lock, which then stays until it expires.
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
    // The sentence is spoken from second 15.
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
