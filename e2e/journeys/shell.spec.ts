import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../lectern-test.ts';
import { accountButton, mainMenu, openUserMenu, pageTitle } from '../screen.ts';

// Animations are on, as for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

async function openPalette(page: Page): Promise<Locator> {
  await expect(pageTitle(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  return palette;
}

test.describe('The command palette', () => {
  test('opens by Ctrl+K, finds a page and goes there', async ({ page }) => {
    await page.goto('/app/home/my');
    const palette = await openPalette(page);
    await page.keyboard.type('convers');
    await expect(palette.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/app/data/convert');
    await expect(palette).toHaveCount(0);

    await openPalette(page);
    await expect(palette.getByRole('option').first()).toContainText('Format conversion records');
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  });

  test('finds people, and says when nothing matches', async ({ page }) => {
    await page.goto('/app/home/my');
    await page.getByRole('button', { name: 'Find anything' }).click();
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('combobox').fill('Rita Recr');
    await expect(palette.getByRole('option', { name: /Rita Recruiter/ })).toContainText('Physics');
    await palette.getByRole('combobox').fill('qqqqqq');
    await expect(palette.getByText('No results for “qqqqqq”')).toBeVisible();
  });

  test('carries out actions', async ({ page }) => {
    await page.goto('/app/home/my');
    await openPalette(page);
    await page.keyboard.type('keyboard shortcuts');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});

test.describe('The palette of someone with one page', () => {
  test.use({ account: 'reader' });

  test('offers only pages they can open', async ({ page }) => {
    await page.goto('/app/home/my');
    const palette = await openPalette(page);
    await expect(palette.getByRole('option', { name: /My resources/ })).toBeVisible();
    await palette.getByRole('combobox').fill('Health');
    await expect(palette.getByRole('option', { name: /Health/ })).toHaveCount(0);
  });
});

test.describe('The shell', () => {
  test('lists the shortcuts with ?, but not while typing', async ({ page }) => {
    await page.goto('/app/home/profile');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('textbox', { name: /^Name/ }).press('Shift+?');
    await expect(dialog).toHaveCount(0);
    await pageTitle(page).click();
    await page.keyboard.press('Shift+?');
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText('Open search');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('switches between areas, and the breadcrumb follows', async ({ page }) => {
    await page.goto('/app/home/my');
    await page.getByRole('button', { name: /^Personal centre/ }).click();
    await page.getByRole('menuitemradio', { name: 'Courses' }).click();
    await expect(page).toHaveURL('/app/course/subject');
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(trail.getByText('Subject management')).toHaveAttribute('aria-current', 'page');
    await page.goto('/app/course/list/detail/42');
    await trail.getByRole('link', { name: 'Course management' }).click();
    await expect(page).toHaveURL('/app/course/list');
  });

  test('marks the open page in the menu, and its list page on a detail page', async ({ page }) => {
    await page.goto('/app/resource/info');
    const entry = mainMenu(page).getByRole('link', { name: 'All resources' });
    await expect(entry).toHaveAttribute('aria-current', 'page');
    await page.goto('/app/resource/info/videoDetail/42');
    await expect(entry).toHaveAttribute('aria-current', 'true');
  });

  test('can be used by keyboard: skip link, menus, escape', async ({ page }) => {
    await page.goto('/app/home/my');
    await expect(pageTitle(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await accountButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Change password' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(accountButton(page)).toBeFocused();
  });

  test('goes back and forward with the browser', async ({ page }) => {
    await page.goto('/app/home/my');
    await mainMenu(page).getByRole('link', { name: 'Course management' }).click();
    await mainMenu(page).getByRole('link', { name: 'AI summary' }).click();
    await expect(pageTitle(page)).toHaveText('AI summary');
    await page.goBack();
    await expect(pageTitle(page)).toHaveText('Course management');
    await page.goForward();
    await expect(pageTitle(page)).toHaveText('AI summary');
  });

  test('says when there is no connection, and when it is back', async ({ page, context }) => {
    await page.goto('/app/home/my');
    await expect(pageTitle(page)).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(/^You’re offline\./)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^You’re offline\./)).toHaveCount(0);
  });

  test('puts its menu into a drawer where the window is narrow', async ({ page }) => {
    await page.setViewportSize({ width: 600, height: 800 });
    await page.goto('/app/home/my');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Main menu' });
    await drawer.getByRole('link', { name: 'My favourites' }).click();
    await expect(page).toHaveURL('/app/home/collect');
    await expect(drawer).toHaveCount(0);
  });

  test('shows who is signed in', async ({ page }) => {
    await page.goto('/app/home/my');
    const menu = await openUserMenu(page);
    await expect(menu).toContainText('Susan Super');
    await expect(menu).toContainText('Super administrator');
  });
});
