import { expect, test } from '../lectern-test.ts';
import { openBell, openUserMenu, pageTitle } from '../screen.ts';
import { violationsInBothThemes } from './run-axe.ts';

test.describe.configure({ timeout: 120_000 });

test.describe('axe finds nothing, light or dark, on', () => {
  test('the login page, with and without messages', async ({ openAs }) => {
    const page = await openAs(null);
    await page.goto('/app/auth');
    await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Account', { exact: true }).fill('nobody-of-this-name');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('open menus, the bell, the palette and the list of keys', async ({ page }) => {
    await page.goto('/app/home/my');
    await openUserMenu(page);
    expect(await violationsInBothThemes(page), 'user menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Personal centre/ }).click();
    expect(await violationsInBothThemes(page), 'area menu').toEqual([]);
    await page.keyboard.press('Escape');
    const panel = await openBell(page);
    await expect(panel.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await violationsInBothThemes(page), 'bell').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('re');
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await violationsInBothThemes(page), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violationsInBothThemes(page), 'keys').toEqual([]);
  });

  test('every tab of the profile and its questions', async ({ page }) => {
    for (const tab of ['Preferences', 'Password', 'Sessions', 'Activity']) {
      await page.goto(`/app/home/profile?tab=${tab.toLowerCase()}`);
      await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await violationsInBothThemes(page), tab).toEqual([]);
    }
    await page.goto('/app/home/profile?tab=password');
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
    expect(await violationsInBothThemes(page), 'password with problems').toEqual([]);
    await page.goto('/app/home/profile');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Another');
    await page.getByRole('navigation').getByRole('link', { name: 'My resources' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violationsInBothThemes(page), 'question before leaving').toEqual([]);
  });

  test('settings being edited, and an announcement in both kinds', async ({ page }) => {
    await page.goto('/app/system/settings');
    await page.getByRole('switch', { name: 'Show an announcement' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Something to say');
    for (const kind of ['Information', 'Warning']) {
      await page.getByLabel('Kind').selectOption(kind);
      expect(await violationsInBothThemes(page), kind).toEqual([]);
    }
    await page.getByLabel('Shortest password').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await violationsInBothThemes(page), 'with problems').toEqual([]);
  });

  test('failures: a notification, an offline banner, a page that did not arrive', async ({ page, context }) => {
    await page.route(/\/assets\/settings-page[^/]*\.js/, (route) => route.abort());
    await page.goto('/app/system/settings');
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(/^You are offline\./)).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await context.setOffline(false);
  });

  test('the drawer of a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 600, height: 800 });
    await page.goto('/app/home/my');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});

test.describe('axe finds nothing, light or dark, on a page without permission', () => {
  test.use({ account: 'reader' });

  test('and while somebody asks for it', async ({ page }) => {
    await page.goto('/app/data/convert');
    await expect(pageTitle(page)).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask for access' }).click();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});
