import type { Page } from '@playwright/test';
import { expect, test } from '../lectern-test.ts';
import { emptySession, mainMenu, notifications, openUserMenu, pageTitle, storedSession } from '../screen.ts';
import { countLoginRedirects } from './count-login-redirects.ts';

const expiredText = 'login expired, please log in again';
const bellCall = '**/api/notifications?*';

async function expectExpired(page: Page): Promise<void> {
  await expect(notifications(page).getByText(expiredText, { exact: true })).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/app/auth');
  await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
  expect(await storedSession(page)).toEqual(emptySession);
}

test.describe('Section 4: the session', () => {
  // A person with a department, so that all four items are stored.
  test.use({ account: 'specialist' });

  test('after login token, refresh token, role id and department code are kept in the browser', async ({ page }) => {
    await page.goto('/app/home/my');
    await expect(pageTitle(page)).toHaveText('My resources');
    const stored = await storedSession(page);
    expect(stored).toMatchObject({ roleId: '3', deptCode: 'SCI-01' });
    expect(stored.token).toBeTruthy();
    expect(stored.refreshToken).toBeTruthy();
  });

  for (const status of [102, 103, 104, 105]) {
    test(`body status ${status} shows the message, clears the session and goes to the login page`, async ({ page }) => {
      await page.route(bellCall, (route) => route.fulfill({ status: 401, json: { status, message: 'whatever' } }));
      await page.goto('/app/home/profile');
      await expect(pageTitle(page)).toHaveText('Profile');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expectExpired(page);
      await expect(page.getByText('whatever')).toHaveCount(0);
    });
  }

  test('a token that the server does not know ends at the login page, also at start', async ({ page }) => {
    await page.addInitScript(() => {
      if (localStorage.getItem('token')) localStorage.setItem('token', 'not-a-token-of-anybody');
    });
    await page.goto('/app/course/list');
    await expectExpired(page);
  });

  test('on the login page an expired login stays there', async ({ page }) => {
    await page.addInitScript(() => {
      if (localStorage.getItem('token')) localStorage.setItem('token', 'not-a-token-of-anybody');
    });
    await page.goto('/app/auth');
    await expectExpired(page);
    await expect(page).toHaveURL('/app/auth');
  });

  test('ten calls that expire together give one message and one redirect', async ({ page }) => {
    const leavings = await countLoginRedirects(page);
    let release = (): void => undefined;
    const allThere = new Promise<void>((resolve) => {
      release = resolve;
    });
    let waiting = 0;
    await page.route('**/api/profile/preferences', async (route) => {
      waiting += 1;
      if (waiting === 10) release();
      await allThere;
      await route.fulfill({ status: 401, json: { status: 104, message: 'expired' } });
    });
    await page.goto('/app/home/profile');
    const menu = await openUserMenu(page);
    const choices = menu.getByRole('menuitemradio');
    for (const name of ['Light', 'Dark', 'System', 'Comfortable', 'Compact']) {
      const choice = choices.filter({ hasText: name });
      await choice.click();
      await choice.click();
    }
    await expectExpired(page);
    expect(waiting).toBe(10);
    await page.waitForLoadState('networkidle');
    expect(await leavings()).toEqual({ messages: [expiredText], redirects: 1 });
  });

  test('logging out clears the session, goes to the login page and ends the session on the server', async ({
    page,
    session,
  }) => {
    await page.goto('/app/home/my');
    await mainMenu(page).getByRole('link', { name: 'Course management' }).click();
    await expect(pageTitle(page)).toHaveText('Course management');
    const menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/app/auth');
    await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
    await expect(page.getByText(expiredText)).toHaveCount(0);
    expect(await storedSession(page)).toEqual(emptySession);
    const answer = await page.request.get('/api/admin/auth', {
      headers: { authorization: `Bearer ${session?.tokens.token}` },
    });
    expect((await answer.json()).status).toBe(105);
    await page.goBack();
    await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
  });

  test('logging out in one window logs out the others', async ({ page, context }) => {
    await page.goto('/app/home/my');
    const other = await context.newPage();
    await other.goto('/app/course/list');
    await expect(pageTitle(other)).toHaveText('Course management');
    const menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/app/auth');
    await expect(other.getByLabel('Username', { exact: true })).toBeVisible();
  });
});
