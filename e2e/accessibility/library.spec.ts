import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../lectern-test.ts';
import { chooseLanguage } from '../uploads/choose-language.ts';
import { dropFolder } from '../uploads/drop-folder.ts';
import { makeMixedFolder } from '../uploads/mixed-folder.ts';
import { violationsInBothThemes, violationsInDialog } from './run-axe.ts';

// A retry needs an empty library too, so it uses another account.
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
  account: async ({}, use, { retry }) => use(retry === 0 ? 'librarian' : 'secondLibrarian'),
});

test('axe finds nothing, light or dark, on the library with its tree, tiles and dialogs, and on the upload tray', async ({
  page,
}) => {
  const folder = await makeMixedFolder();
  await page.goto('/app/resource/library');
  // Everyone sees what others published; only one's own library is sure to be empty.
  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem', { name: /My library/ }).click();
  await expect(page.getByText('No files yet')).toBeVisible();
  expect(await violationsInBothThemes(page), 'empty').toEqual([]);
  await dropFolder(page, folder);
  await chooseLanguage(page, 'English');
  const tray = page.getByRole('region', { name: 'Uploads' });
  await expect(tray.getByRole('status')).toHaveText(/^Uploading/);
  await tray.getByRole('button', { name: 'Pause all' }).click();
  await expect(tray.getByText(/^Paused/).first()).toBeVisible();
  expect(await violationsInBothThemes(page), 'tray').toEqual([]);
  await tray.getByRole('button', { name: 'Resume all' }).click();
  await expect(tray.getByRole('status')).toHaveText('50 files uploaded', { timeout: 40_000 });
  await dropFolder(page, path.join(folder, 'Notes'));
  await tray
    .getByRole('button', { name: /^Review/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violationsInDialog(page), 'duplicate').toEqual([]);
  await page.keyboard.press('Escape');
  await tray.getByRole('button', { name: 'Minimise' }).click();

  await tree.getByRole('treeitem', { name: /Cell biology/ }).press('ArrowRight');
  await page.getByRole('button', { name: 'Tiles' }).click();
  await expect(page.locator('.tile').first()).toBeVisible();
  expect(await violationsInBothThemes(page), 'tiles').toEqual([]);
  const pictures = tree.getByRole('treeitem', { name: /^Pictures/ });
  await pictures.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await violationsInBothThemes(page), 'menu').toEqual([]);
  await page.keyboard.press('Escape');
  await pictures.press('F2');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violationsInDialog(page), 'rename').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Settings for/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violationsInDialog(page), 'settings').toEqual([]);
  await rm(path.dirname(folder), { recursive: true });
});
