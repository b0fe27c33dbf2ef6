import { expect, test } from '../lectern-test.ts';
import { openBell, openUserMenu, pageTitle } from '../screen.ts';
import { openUsers } from '../user-screen.ts';
import { violationsInBothThemes, violationsInDialog, violationsInMenu } from './run-axe.ts';

test.describe('axe finds nothing, light or dark, on', () => {
  test('the login page, with and without messages', async ({ openAs }) => {
    const page = await openAs(null);
    await page.goto('/app/auth');
    await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Username', { exact: true }).fill('nobody-of-this-name');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('open menus, the bell, the palette and the list of keys', async ({ page }) => {
    await page.goto('/app/home/my');
    await expect(pageTitle(page)).toBeVisible();
    await openUserMenu(page);
    expect(await violationsInBothThemes(page), 'user menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Personal centre/ }).click();
    expect(await violationsInMenu(page), 'area menu').toEqual([]);
    await page.keyboard.press('Escape');
    const panel = await openBell(page);
    await expect(panel.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await violationsInBothThemes(page), 'bell').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('re');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    expect(await violationsInDialog(page), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violationsInDialog(page), 'keys').toEqual([]);
  });

  test('the upload dialog, tags, duplicates and filters of all resources', async ({ page }) => {
    await page.goto('/app/resource/info');
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    await expect(page.getByRole('dialog').getByLabel('Library')).toBeEnabled();
    expect(await violationsInDialog(page), 'upload').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '+ Filter' }).click();
    await page.getByRole('menuitem', { name: 'Library' }).click();
    await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
    expect(await violationsInMenu(page), 'filter by library').toEqual([]);
    for (const panel of ['tags', 'duplicates']) {
      await page.goto(`/app/resource/info?panel=${panel}`);
      await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violationsInDialog(page), panel).toEqual([]);
    }
  });

  test('the questions of the profile', async ({ page }) => {
    await page.goto('/app/home/profile?tab=password');
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
    expect(await violationsInBothThemes(page), 'password with problems').toEqual([]);
    await page.goto('/app/home/profile');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Another');
    await page.getByRole('navigation').getByRole('link', { name: 'My resources' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violationsInDialog(page), 'question before leaving').toEqual([]);
  });

  test('settings being edited, and an announcement in both kinds', async ({ page }) => {
    await page.goto('/app/system/settings');
    await page.getByRole('switch', { name: 'Show announcement' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Something to say');
    for (const kind of ['Information', 'Warning']) {
      await page.getByLabel('Type').selectOption(kind);
      expect(await violationsInBothThemes(page), kind).toEqual([]);
    }
    await page.getByLabel('Minimum password length').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await violationsInBothThemes(page), 'with problems').toEqual([]);
  });

  test('the list of users: its menus, choosers, bulk bar, and states without rows', async ({ page }) => {
    await openUsers(page, '?role=3,4&search=Nopage');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    for (const button of ['More', 'Views', 'Columns']) {
      await page.getByRole('button', { name: button, exact: true }).click();
      expect(await violationsInMenu(page), button).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: '+ Filter' }).click();
    await page.getByRole('menuitem', { name: 'Department' }).click();
    await expect(page.getByRole('checkbox', { name: /Physics/ })).toBeVisible();
    expect(await violationsInMenu(page), 'filter by department').toEqual([]);
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    expect(await violationsInMenu(page), 'row menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.route(/\/api\/system\/users\?/, (route) => route.abort());
    await page.getByRole('searchbox').fill('zzz');
    await expect(page.getByText('This couldn’t be loaded')).toBeVisible();
    expect(await violationsInBothThemes(page), 'old rows with an error').toEqual([]);
    await page.unroute(/\/api\/system\/users\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No results')).toBeVisible();
    expect(await violationsInBothThemes(page), 'nothing matches').toEqual([]);
  });

  test('an opened user with each tab and an unsaved change, and every dialog on users', async ({ page }) => {
    await openUsers(page, '?search=Nora+Nopage');
    await page.getByRole('link', { name: 'Nora Nopage' }).click();
    const sheet = page.getByRole('dialog', { name: 'Nora Nopage' });
    for (const tab of ['Activity', 'Sessions', 'Permissions']) {
      await sheet.getByRole('tab', { name: tab }).click();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await violationsInBothThemes(page), tab).toEqual([]);
    }
    await sheet.getByRole('textbox', { name: 'Email' }).fill('no address');
    await page.keyboard.press('Control+s');
    expect(await violationsInBothThemes(page), 'with a problem').toEqual([]);
    await sheet.getByRole('button', { name: 'Discard' }).click();
    await page.keyboard.press('Escape');
    const actions = ['Edit', 'Change role', 'Transfer ownership', 'Forbid'];
    for (const action of actions) {
      await page.getByRole('button', { name: 'Actions for Nora Nopage' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await violationsInDialog(page), action).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'New user' }).click();
    await page.keyboard.press('Control+s');
    expect(await violationsInDialog(page), 'new user').toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('an import at each step, the tray and the history of operations', async ({ page }) => {
    await openUsers(page, '?search=Nopage');
    await page.getByRole('button', { name: 'Import users' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import users' });
    const upload = dialog.getByLabel('Choose file');
    await expect(upload).toBeAttached();
    expect(await violationsInDialog(page), 'file').toEqual([]);
    const file = 'account,name,email\nseen,S Seen,\nbad,B Bad,no address';
    await upload.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await expect(dialog.getByRole('button', { name: 'Check rows' })).toBeVisible();
    expect(await violationsInDialog(page), 'columns').toEqual([]);
    await dialog.getByRole('button', { name: 'Check rows' }).click();
    await expect(dialog.getByRole('row', { name: /B Bad/ })).toBeVisible();
    expect(await violationsInDialog(page), 'check').toEqual([]);
    await dialog.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(dialog.getByText('Imported 1 of 1')).toBeVisible();
    expect(await violationsInDialog(page), 'imported').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Operations/ }).click();
    await page.getByRole('button', { name: /^Undo “Import users/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Undo: Import users' })).toContainText('Done');
    expect(await violationsInBothThemes(page), 'tray').toEqual([]);
    await page.getByRole('link', { name: 'All operations' }).click();
    await page.getByRole('button', { name: /^View report for “Import users/ }).click();
    await expect(page.getByRole('dialog').getByRole('row', { name: /S Seen/ })).toBeVisible();
    expect(await violationsInDialog(page), 'report').toEqual([]);
  });

  test('the library of sensitive words: its parts, a new word, an import, and a question about many', async ({
    page,
  }) => {
    const dialog = page.getByRole('dialog');
    await page.goto('/app/sensitive/word');
    await expect(page.getByRole('link', { name: 'quibblesnark' })).toBeVisible();
    await page.getByRole('button', { name: 'New word' }).click();
    await page.getByText('Language, scope, exceptions, note').click();
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('textbox', { name: /^Word or phrase/ })).toHaveAttribute('aria-invalid', 'true');
    expect(await violationsInDialog(page), 'new word').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Nothing of the kind');
    expect(await violationsInDialog(page), 'test').toEqual([]);
    await page.keyboard.press('Escape');
    for (const part of ['Word packs', 'Re-scans']) {
      await page.getByRole('button', { name: part }).click();
      expect(await violationsInDialog(page), part).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('link', { name: 'quibblesnark' }).click();
    await expect(dialog.getByRole('tab', { name: 'Test' })).toBeVisible();
    expect(await violationsInDialog(page), 'detail').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Import words' }).click();
    const file = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('wibblewort\n***\nquibblesnark\n') };
    await dialog.getByLabel('Choose file').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Check rows' }).click();
    await expect(dialog.getByRole('row', { name: /\*\*\*/ })).toBeVisible();
    expect(await violationsInDialog(page), 'import').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close without importing' }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Set severity' }).click();
    expect(await violationsInDialog(page), 'severity').toEqual([]);
  });

  test('failures: a notification, an offline banner, a page that did not arrive', async ({ page, context }) => {
    await page.route(/\/assets\/settings-page[^/]*\.js/, (route) => route.abort());
    await page.goto('/app/system/settings');
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(/^You’re offline\./)).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await context.setOffline(false);
  });

  test('the drawer of a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 600, height: 800 });
    await page.goto('/app/home/my');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});

test.describe('axe finds nothing, light or dark, on a page without permission', () => {
  test.use({ account: 'reader' });

  test('and while someone requests it', async ({ page }) => {
    await page.goto('/app/data/convert');
    await expect(pageTitle(page)).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Request access' }).click();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});
