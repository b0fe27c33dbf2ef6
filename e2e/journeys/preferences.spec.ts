import { expect, test } from '../lectern-test.ts';
import { openUserMenu, pageTitle } from '../screen.ts';
import { latinWordsOf } from './latin-words.ts';

test.describe('Theme', () => {
  test.use({ account: 'painter' });

  test('chosen in the user menu holds over a reload and in another browser', async ({ page, openAs }) => {
    await page.goto('/app/home/my');
    await expect(page.locator('html')).not.toHaveClass(/dark/);
    const menu = await openUserMenu(page);
    const saved = page.waitForResponse('**/api/profile/preferences');
    await menu.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveClass(/dark/);
    expect((await saved).ok()).toBe(true);
    await page.reload();
    await expect(page.locator('html')).toHaveClass(/dark/);
    const background = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(background).toBe('rgb(15, 19, 24)');

    const other = await openAs('painter');
    await other.goto('/app/home/my');
    await expect(pageTitle(other)).toBeVisible();
    await expect(other.locator('html')).toHaveClass(/dark/);

    const saved2 = page.waitForResponse('**/api/profile/preferences');
    await (await openUserMenu(page)).getByRole('menuitemradio', { name: 'Compact' }).click();
    expect((await saved2).ok()).toBe(true);
    await expect(page.locator('html')).toHaveClass(/compact/);
  });
});

test.describe('Language', () => {
  test.use({ account: 'polyglot' });

  test('Chinese is complete: no English is left on any built page', async ({ page }) => {
    await page.goto('/app/home/my');
    const menu = await openUserMenu(page);
    const saved = page.waitForResponse('**/api/profile/preferences');
    await menu.getByRole('menuitemradio', { name: '中文' }).click();
    await expect(pageTitle(page)).toHaveText('我的资源');
    expect((await saved).ok()).toBe(true);
    await page.keyboard.press('Escape');

    const addresses = [
      '/app/home/my',
      '/app/home/profile',
      '/app/home/profile?tab=preferences',
      '/app/home/profile?tab=notifications',
      '/app/home/profile?tab=password',
      '/app/course/list/detail/42',
      '/app/system/settings',
      '/403',
      '/404',
    ];
    for (const address of addresses) {
      await page.goto(address);
      await expect(pageTitle(page)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      expect(await latinWordsOf(page), address).toEqual([]);
    }
    await page.locator('.user-menu-button').click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await latinWordsOf(page), 'the user menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await latinWordsOf(page), 'the palette').toEqual([]);
  });
});
