import { createSubtitle, moveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import type { Locator, Page } from '@playwright/test';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications, openBell } from '../screen.ts';
import { makeResources, publish } from '../seed/make-resources.ts';
import { putTranscript } from '../seed/put-transcript.ts';
import { callApi } from '../session/call-api.ts';
import { lectureClip } from '../uploads/reading-files.ts';

test.use({ account: 'doer' });

/** Workers pick up changes with a delay. */
const patience = { timeout: 40_000 };
const titles = ['Talk without words', 'Talk of silence'] as const;
const row = (page: Page, title: string): Locator => page.locator('.grid').getByRole('row').filter({ hasText: title });
const heard = {
  ...{ number: 1, width: null, height: null, rotation: null },
  lines: [{ text: 'Light is a wave.', startMs: 0, endMs: 2_000, confidence: 0.99 }],
};

async function act(page: Page, title: string, action: string): Promise<Locator> {
  await row(page, title)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  return page.getByRole('dialog');
}

test('a published video without subtitles is a task that is filtered, snoozed, discussed, reassigned, and closed automatically', async ({
  page,
  session,
  baseURL,
  openAs,
}, { retry }) => {
  if (!session || !baseURL) throw new Error('nobody is signed in');
  const title = titles[retry] ?? 'Talk';
  const [video] = await makeResources(
    baseURL,
    session,
    [{ name: `${title}.mp4`, bytes: lectureClip() }],
    undefined,
    patience,
  );
  if (!video) throw new Error('the talk did not arrive');
  await putTranscript(process.env.E2E_DATABASE_URL ?? '', video, [heard]);
  await publish(baseURL, session, [video]);

  await test.step('it opens by itself, and is found by its kind', async () => {
    await page.goto('/app/system/task?kind=subtitlesMissing');
    await expect(row(page, title)).toContainText('Subtitles missing', patience);
    await expect(row(page, title)).toContainText('Dora Doer');
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  await test.step('it is put off, and woken again', async () => {
    const dialog = await act(page, title, 'Snooze');
    expect(await violationsInDialog(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Tomorrow morning' }).click();
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
    await expect(row(page, title)).toHaveCount(0);
    await page.getByRole('tab', { name: /^Snoozed/ }).click();
    await expect(row(page, title)).toBeVisible();
    await notifications(page).getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('tab', { name: /^Mine/ }).click();
    await expect(row(page, title)).toBeVisible();
  });

  const colleague = await openAs('colleague');
  await colleague.goto('/app/home/my');
  await expect(colleague.getByRole('button', { name: /^Notifications/ })).toBeVisible();

  await test.step('it is talked about, and given to a colleague who hears of it at once', async () => {
    await row(page, title).getByRole('link').first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: 'Comment' }).fill('The slides have the text.');
    await page.keyboard.press('Control+Enter');
    await expect(sheet.getByRole('listitem').filter({ hasText: 'The slides have the text.' })).toBeVisible();
    expect(await violationsInDialog(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Assign', exact: true }).click();
    const choice = page.getByRole('dialog').last();
    await choice.getByRole('searchbox').fill('Cole');
    await choice.getByRole('button', { name: /Cole Colleague/ }).click();
    await choice.getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(colleague.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();
    // Unread notifications of one kind are merged under the title of the first.
    await expect(await openBell(colleague)).toContainText(new RegExp(`${title}|\\(\\+\\d+\\)`));
  });

  await test.step('it closes by itself when subtitles are published', async () => {
    const { track } = await callApi(baseURL, session, createSubtitle, {
      params: { id: video.id },
      body: { language: 'en', from: { kind: 'speech' } },
    });
    const body = { move: 'publish', version: track.version } as const;
    await callApi(baseURL, session, moveSubtitle, { params: { id: track.id }, body });
    await colleague.goto('/app/system/task?tab=done&kind=subtitlesMissing');
    await expect(async () => {
      await colleague.reload();
      await expect(row(colleague, title)).toContainText('Done', { timeout: 8_000 });
    }).toPass(patience);
  });
});

test('a manual task moves across the board by keys, and is completed with a note', async ({ page }, { retry }) => {
  const title = `Dust the shelves ${retry}`;
  await page.goto('/app/system/task');
  await page.getByRole('button', { name: 'New task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByLabel('What needs to be done?').fill(title);
  await dialog.getByLabel('Priority').selectOption({ label: 'High' });
  await dialog.getByRole('button', { name: /^Create/ }).click();
  await expect(row(page, title)).toContainText('High');

  await page.getByRole('button', { name: 'Board' }).click();
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  const card = (where: Locator) => where.getByRole('listitem').filter({ hasText: title });
  await expect(card(column('Open'))).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await card(column('Open')).getByRole('link').first().focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(card(column('In progress'))).toBeVisible();
  await page.getByRole('button', { name: 'List' }).press('Enter');
  const question = await act(page, title, 'Complete');
  await question.getByLabel(/Closing note/).fill('All swept.');
  await question.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(row(page, title)).toHaveCount(0);
  await page.getByRole('tab', { name: /^Done/ }).click();
  await row(page, title).getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toContainText('All swept.');
});
