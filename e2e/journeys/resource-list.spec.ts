import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';

test.use({ account: 'archivist' });

const titles = ['Kingfisher notes', 'Kingfisher sketches', 'Kingfisher reading list'];
const row = (page: Page, title: string) => page.locator('.grid').getByRole('row').filter({ hasText: title });
const menuOf = (page: Page, title: string) => page.getByRole('button', { name: `Actions for ${title}` });

/** Uploads a person's first files through the empty state. */
async function bringIn(page: Page): Promise<void> {
  await page.goto('/app/home/my');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles(
    titles.map((title) => ({
      name: `${title}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# ${title}\n\nWritten by the river.`),
    })),
  );
  for (const title of titles) await expect(row(page, title)).toContainText('Ready', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Close and clear list' }).click();
}

test('resources are uploaded, edited in bulk, undone, published, deleted, restored and found', async ({ page }) => {
  await bringIn(page);
  await expect(page.getByRole('complementary', { name: 'Storage and tasks' })).toContainText('Document');

  await page.goto('/app/resource/info?search=kingfisher');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit metadata of 3 resources' });
  await dialog.getByLabel('Author').fill('Arno Archivist');
  await dialog.getByRole('combobox', { name: 'Add tags' }).fill('Birds of prey');
  await dialog.getByRole('option', { name: 'Create tag “Birds of prey”' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove tag Birds of prey' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByRole('button', { name: 'Apply to 3' }).click();
  for (const title of titles) await expect(row(page, title)).toContainText('Birds of prey');
  await notifications(page).getByRole('button', { name: 'Undo' }).click();
  for (const title of titles) await expect(row(page, title)).not.toContainText('Birds of prey');

  const [first = '', second = ''] = titles;
  await menuOf(page, first).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await expect(row(page, first)).toContainText('Published');
  await menuOf(page, second).click();
  await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
  await page.getByLabel('Reason (optional)').fill('A draft of it is enough');
  await page.getByRole('button', { name: 'Move to Trash' }).click();
  await expect(row(page, second)).toHaveCount(0);
  await page.getByRole('tab', { name: /^Trash/ }).click();
  await expect(row(page, second).getByTitle('In Trash: A draft of it is enough')).toBeVisible();
  await menuOf(page, second).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(row(page, second)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('kingfisher sk');
  await page.getByRole('option', { name: new RegExp(second) }).click();
  await expect(page).toHaveURL(/\/app\/resource\/info\/detail\//);
});
