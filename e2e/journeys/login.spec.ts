import type { Page } from '@playwright/test';
import { expect, test } from '../lectern-test.ts';
import { password } from '../people.ts';
import { notifications, openUserMenu, pageTitle } from '../screen.ts';

test.use({ account: null });

async function fillIn(page: Page, account: string, typed: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test.describe('Logging in', () => {
  test('opens My resources', async ({ page }) => {
    await page.goto('/');
    await fillIn(page, 'reader', password);
    await expect(pageTitle(page)).toHaveText('My resources');
    await expect(page).toHaveURL('/app/home/my');
  });

  test('opens the requested page with its query', async ({ page }) => {
    await page.goto('/app/home/profile?tab=sessions');
    await expect(page).toHaveURL(/\/app\/auth\?redirect=/);
    await fillIn(page, 'super', password);
    await expect(page.getByRole('tab', { name: 'Sessions', selected: true })).toBeVisible();
    await expect(page).toHaveURL('/app/home/profile?tab=sessions');
  });

  for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    test(`doesn’t open ${target}`, async ({ page }) => {
      await page.goto(`/app/auth?redirect=${encodeURIComponent(target)}`);
      await fillIn(page, 'super', password);
      await expect(pageTitle(page)).toHaveText('My resources');
      await expect(page).toHaveURL('/app/home/my');
    });
  }

  test('works with the keyboard alone', async ({ page }) => {
    await page.goto('/app/auth');
    await expect(page.getByLabel('Username', { exact: true })).toBeFocused();
    await page.keyboard.type('reader');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(pageTitle(page)).toHaveText('My resources');
  });

  test('shows the password on demand', async ({ page }) => {
    await page.goto('/app/auth');
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('secret sentence');
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(field).toHaveAttribute('type', 'password');
  });
});

test.describe('A refused login', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/app/auth');
  });

  test('names an empty field without a request', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Enter your username.')).toBeVisible();
    await expect(page.getByText('Enter your password.')).toBeVisible();
    expect(asked.filter((url) => url.endsWith('/login'))).toEqual([]);
  });

  test('looks the same for a wrong password and an unknown account', async ({ page }) => {
    for (const account of ['super', 'nobody-of-this-name']) {
      await fillIn(page, account, 'certainly not it');
      await expect(page.getByRole('alert')).toHaveText('The username or password is wrong.');
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
      await page.reload();
    }
  });

  test('mentions a forbidden account only with the right password', async ({ page }) => {
    await fillIn(page, 'forbidden', 'certainly not it');
    await expect(page.getByRole('alert')).toHaveText('The username or password is wrong.');
    await fillIn(page, 'forbidden', password);
    await expect(page.getByRole('alert')).toContainText('You’re not allowed to log in.');
  });

  test('after too many attempts shows when to try again and disables the form', async ({ page }) => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const answer = await page.request.post('/api/admin/auth/login', {
        data: { account: 'guessed', password: `guess ${attempt}` },
      });
      expect(answer.status()).toBe(401);
    }
    await fillIn(page, 'guessed', password);
    await expect(page.getByRole('alert')).toHaveText(/Too many attempts\. Try again at \d{1,2}:\d{2}/);
    await expect(page.getByLabel('Username', { exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
  });

  test('without a reachable server says so and keeps the input', async ({ page }) => {
    await page.route('**/api/admin/auth/login', (route) => route.abort('connectionrefused'));
    await fillIn(page, 'reader', password);
    await expect(page.getByRole('alert')).toContainText('Network anomaly - cannot connect to the server');
    await expect(page.getByLabel('Username', { exact: true })).toHaveValue('reader');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(pageTitle(page)).toHaveText('My resources');
  });
});

test.describe('Someone with a password set by an administrator', () => {
  test('chooses a new one first and continues to the requested page', async ({ page }) => {
    await page.goto('/app/home/profile');
    await fillIn(page, 'newcomer', password);
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await expect(page.locator('.shell')).toHaveCount(0);

    const fresh = page.getByLabel('New password', { exact: true });
    const again = page.getByLabel('Repeat new password');
    const save = page.getByRole('button', { name: 'Save and continue' });
    await fresh.fill('short');
    await save.click();
    await expect(page.getByText('Add 5 more characters.')).toBeVisible();
    await fresh.fill(password);
    await expect(page.getByText('Choose a password other than your current one.')).toBeVisible();
    await fresh.fill('three green bottles');
    await again.fill('three green cups');
    await save.click();
    await expect(page.getByText('The passwords don’t match.')).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await page.getByLabel('Current password').fill(password);
    await fresh.fill('three green bottles');
    await again.fill('three green bottles');
    await save.click();
    await expect(pageTitle(page)).toHaveText('Profile');
    await expect(page).toHaveURL('/app/home/profile');
  });
});

test.describe('The login page', () => {
  test('switches to Chinese and remembers it', async ({ page }) => {
    await page.goto('/app/auth');
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await page.reload();
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    await page.getByLabel('账号', { exact: true }).fill('nobody-of-this-name');
    await page.getByLabel('密码', { exact: true }).fill('x');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('账号或密码错误。');
  });

  test('follows the system’s dark theme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/app/auth');
    await expect(page.locator('html')).toHaveClass(/dark/);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).not.toHaveClass(/dark/);
  });

  test('redirects a logged-in user to the app', async ({ openAs }) => {
    const page = await openAs('reader');
    await page.goto('/app/auth');
    await expect(page).toHaveURL('/app/home/my');
    await expect(notifications(page)).toHaveCount(0);
    await openUserMenu(page);
  });
});
