import { expect, type Locator, type Page } from '@playwright/test';

/** Shared locators, so that specs read like what a person sees. */
export function pageTitle(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 1 });
}

export function notifications(page: Page): Locator {
  return page.locator('.notifications > .notification');
}

export function mainMenu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main menu' });
}

export function accountButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(Account of|.*的账号)/ });
}

export async function openUserMenu(page: Page): Promise<Locator> {
  await page.locator('.user-menu-button').click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

export async function openBell(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toBeVisible();
  return panel;
}

/** Navigates within the app as a link does, without reloading it. */
export function goOn(page: Page, address: string): Promise<void> {
  return page.evaluate((target) => {
    history.pushState(null, '', target);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** The stored session, with the item names from the specification. */
export function storedSession(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() =>
    Object.fromEntries(
      ['token', 'refreshToken', 'roleId', 'deptCode'].map((item) => [item, localStorage.getItem(item)]),
    ),
  );
}

export const emptySession = { token: null, refreshToken: null, roleId: null, deptCode: null };
