import type { Request } from '@playwright/test';
import { expect, test } from '../lectern-test.ts';
import { openBell, pageTitle } from '../screen.ts';

test.describe('Section 7: calls', () => {
  test('a bearer header goes out when a token is stored, and everything goes to one API base', async ({
    page,
    session,
  }) => {
    const calls: Request[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') calls.push(request);
    });
    await page.goto('/app/system/health');
    await expect(pageTitle(page)).toHaveText('Health');
    await openBell(page);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const paths = calls.map((call) => new URL(call.url()).pathname);
    expect(paths).toContain('/api/admin/auth');
    expect(paths).toContain('/api/notifications');
    expect(paths.filter((path) => !path.startsWith('/api/') && path !== '/__serverLoader')).toEqual([]);
    for (const call of calls.filter((entry) => entry.url().includes('/api/'))) {
      expect(await call.headerValue('authorization'), call.url()).toBe(`Bearer ${session?.tokens.token}`);
    }
  });

  test('the page-data loader, which is unprefixed, goes by the cookie and without the header', async ({ page }) => {
    const asked = page.waitForRequest('**/__serverLoader?*');
    await page.goto('/app/system/settings');
    const request = await asked;
    expect(await request.headerValue('authorization')).toBeNull();
    expect(await request.headerValue('cookie')).toContain('lectern_session=');
    const { searchParams } = new URL(request.url());
    expect(searchParams.get('route')).toBe('system.settings');
    expect(new URL(searchParams.get('url') ?? '').pathname).toBe('/app/system/settings');
  });

  const pagesWithData = {
    '/app/home/profile': ['/api/auth/sessions', '/api/profile/activity', '/api/profile/signOn'],
    '/app/system/health': ['/api/system/health', '/api/system/health/bundles'],
    '/app/system/settings': ['/api/system/settings'],
  };
  for (const [path, ownCalls] of Object.entries(pagesWithData)) {
    test(`${path} gets its first data in one request`, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(asked.filter((entry) => entry === '/__serverLoader')).toHaveLength(1);
      expect(asked.filter((entry) => ownCalls.includes(entry))).toEqual([]);
    });
  }

  test('a page reached by a click asks for its data in one request too', async ({ page }) => {
    await page.goto('/app/system/health');
    await expect(pageTitle(page)).toHaveText('Health');
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByLabel('Platform name')).toBeVisible();
    expect(asked.filter((entry) => entry === '/__serverLoader')).toHaveLength(1);
    expect(asked).not.toContain('/api/system/settings');
  });
});

test.describe('Section 7: without a token', () => {
  test.use({ account: null });

  test('calls go out without a header', async ({ page }) => {
    const headers: (string | null)[] = [];
    page.on('request', async (request) => {
      if (request.url().includes('/api/')) headers.push(await request.headerValue('authorization'));
    });
    await page.goto('/app/auth');
    await page.getByLabel('Username', { exact: true }).fill('nobody-here');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toContainText('The username or password is wrong.');
    expect(headers.length).toBeGreaterThan(0);
    expect(headers.filter((header) => header !== null)).toEqual([]);
  });
});
