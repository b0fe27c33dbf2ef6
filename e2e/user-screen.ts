import { expect, type Locator, type Page } from '@playwright/test';

export const usersPath = '/app/system/systemAdmin';

export function userRows(page: Page): Locator {
  return page.getByRole('table', { name: 'User management' }).locator('tbody tr[data-index]');
}

export function userNames(page: Page): Locator {
  return userRows(page).locator('.grid-name');
}

export async function openUsers(page: Page, query = ''): Promise<void> {
  await page.goto(usersPath + query);
  await expect(userRows(page).first()).toBeVisible();
}

/** Reaches an element with the keyboard only. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not within 40 steps of ${key}`);
}
