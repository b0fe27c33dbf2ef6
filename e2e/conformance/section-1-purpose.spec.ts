import type { Page, Route } from '@playwright/test';
import { expect, test } from '../lectern-test.ts';
import type { Account } from '../people.ts';
import { openUserMenu, pageTitle } from '../screen.ts';

const currentUserCall = '**/api/admin/auth';

async function expectLoginPage(page: Page): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === '/app/auth');
  await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
}

test.describe('Section 1: not logged in', () => {
  test.use({ account: null });

  test('every page except the login page redirects to the login page', async ({ page }) => {
    // Root decides before any route does; root.test.tsx goes through all of them.
    for (const path of ['/', '/app/system', '/app/home/my', '/app/course/list/detail/42', '/403', '/no/such/page']) {
      await page.goto(path);
      await expectLoginPage(page);
    }
  });

  test('the login page shows itself and no message to a visitor who never signed in', async ({ page }) => {
    await page.goto('/app/auth');
    await expectLoginPage(page);
    await expect(page.getByText('login expired, please log in again')).toHaveCount(0);
  });
});

test.describe('Section 1: the load of the current user at start', () => {
  const failures: Record<string, (route: Route) => Promise<void>> = {
    'a server error': (route) => route.fulfill({ status: 500, body: 'broken' }),
    'no answer': (route) => route.abort('connectionrefused'),
    'an answer without a user': (route) => route.fulfill({ json: { status: 200, message: '', result: null } }),
    'an answer of another kind': (route) => route.fulfill({ body: '<html></html>', contentType: 'text/html' }),
  };

  for (const [name, answer] of Object.entries(failures)) {
    test(`that ends in ${name} goes to /app/auth`, async ({ page }) => {
      await page.route(currentUserCall, answer);
      await page.goto('/app/home/profile');
      await expectLoginPage(page);
    });
  }

  test('that fails keeps the person on the login page', async ({ page }) => {
    await page.route(currentUserCall, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.goto('/app/auth?redirect=%2Fapp%2Fhome%2Fprofile');
    await expectLoginPage(page);
    await expect(page).toHaveURL(/\/app\/auth\?redirect=%2Fapp%2Fhome%2Fprofile$/);
  });

  test('shows a blank placeholder, and nothing else, while it runs', async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seenWhileLoading: seen });
      const note = () => seen.push(document.getElementById('root')?.textContent ?? '');
      new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
    });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(currentUserCall, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(currentUserCall);
    await page.goto('/app/home/profile', { waitUntil: 'commit' });
    await asked;
    await expect(page.locator('#root > .placeholder')).toHaveCount(1);
    // Wait until the app's code has loaded and had the chance to render.
    await page.waitForLoadState('load');
    await expect(page.locator('#root > .placeholder')).toBeEmpty();
    const seen = await page.evaluate(() => (window as unknown as { seenWhileLoading: string[] }).seenWhileLoading);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => text.trim() !== '')).toEqual([]);

    release();
    await expect(pageTitle(page)).toHaveText('Profile');
    await expect(page.locator('.placeholder')).toHaveCount(0);
  });

  test('done again later does not take the app away', async ({ page }) => {
    let loads = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/admin/auth')) loads += 1;
    });
    let announce = (): void => undefined;
    const announced = new Promise<void>((resolve) => {
      announce = resolve;
    });
    await page.route('**/api/events', async (route) => {
      await announced;
      const body = 'retry: 60000\nid: 1\nevent: permissions\ndata: {"topic":"permissions"}\n\n';
      await route.fulfill({ body, contentType: 'text/event-stream' });
    });
    await page.goto('/app/home/profile');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Typed and not saved');
    await pageTitle(page).evaluate((element) => element.setAttribute('data-same', 'yes'));
    expect(loads).toBe(1);

    announce();
    await expect.poll(() => loads).toBeGreaterThan(1);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('h1[data-same]')).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Typed and not saved');
  });
});

test.describe('Section 1: the names of the roles', () => {
  const roleNames = {
    super: 'Super administrator',
    administrator: 'Administrator',
    specialist: 'Recruitment specialist',
    reader: 'User',
  } as const;
  for (const [account, name] of Object.entries(roleNames)) {
    test(`${name} is what ${account} sees`, async ({ openAs }) => {
      const page = await openAs(account as Account);
      await page.goto('/app/home/profile');
      const role = page.getByRole('main').getByText('Role', { exact: true }).locator('..');
      await expect(role).toContainText(name);
      await expect(await openUserMenu(page)).toContainText(`${name} ·`);
    });
  }
});

test.describe('Section 1: without JavaScript', () => {
  test.use({ javaScriptEnabled: false, account: null });

  test('the page says what to do next', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('noscript')).toBeVisible();
    const text = await page.locator('noscript').evaluate((element) => element.textContent);
    expect(text).toBe('Enable JavaScript to run this app.');
  });
});
