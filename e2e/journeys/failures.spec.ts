import { expect, test } from '../lectern-test.ts';
import { pageTitle } from '../screen.ts';

const settingsChunk = /\/assets\/settings-page[^/]*\.js/;

test.describe('A page whose code fails to load', () => {
  test('offers to try again, which works once it can be had', async ({ page }) => {
    await page.goto('/app/home/my');
    await expect(pageTitle(page)).toBeVisible();
    await page.route(settingsChunk, (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: 'System management', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Platform name')).toBeVisible();
  });

  test('leaves the rest of the shell working', async ({ page }) => {
    await page.route(settingsChunk, (route) => route.abort());
    await page.goto('/app/system/settings');
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Health' }).click();
    await expect(pageTitle(page)).toHaveText('Health');
  });

  test('times out after 120 seconds', async ({ page }) => {
    await page.clock.install();
    await page.route(settingsChunk, () => undefined);
    await page.goto('/app/system/settings', { waitUntil: 'commit' });
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    // The page's unit test checks the exact time. Here the page may start waiting only after the menu is visible.
    const heading = page.getByRole('heading', { name: 'This page couldn’t be loaded' });
    await expect(async () => {
      await page.clock.fastForward(60_000);
      await expect(heading).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText('Part of Lectern didn’t load within 120 seconds.')).toBeVisible();
  });
});

test.describe('A program that does not arrive at all', () => {
  test('explains itself in both languages and offers to reload', async ({ page }) => {
    await page.route(/\/assets\/start-[^/]*\.js/, (route) => route.abort());
    await page.goto('/app/home/my', { waitUntil: 'commit' });
    await expect(page.getByText(/Lectern couldn’t be loaded/)).toBeVisible();
    await expect(page.getByText(/Lectern 加载失败/)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: /Reload/ }).click();
    await expect(pageTitle(page)).toHaveText('My resources');
  });
});

test.describe('A page that crashes', () => {
  test('shows what can be done and what support needs, and the shell stays', async ({ page, mishaps }) => {
    // A response our server never sends, which makes the page throw.
    await page.route('**/__serverLoader?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.route('**/api/system/health', (route) =>
      route.fulfill({ json: { status: 200, message: '', data: { state: 'ok', checkedAt: '2026-01-01T00:00:00Z' } } }),
    );
    await page.goto('/app/system/health');
    await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible();
    await page.getByText('Details for support').click();
    await expect(page.locator('pre')).toContainText('/app/system/health');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await expect(pageTitle(page)).toHaveText('Settings');
    mishaps.length = 0;
  });
});

test.describe('One failing part', () => {
  test('never blanks a page: the error appears in its place, with request ID and Retry', async ({ page }) => {
    await page.route('**/__serverLoader?*', (route) => route.fulfill({ status: 500, body: '' }));
    const json = { status: 503, message: 'Not now.', code: 'overloaded', requestId: 'req-99', data: null };
    await page.route('**/api/system/health/bundles', (route) => route.fulfill({ status: 503, json }));
    await page.goto('/app/system/health');
    await expect(page.getByRole('heading', { name: 'Database', exact: true })).toBeVisible();
    const panel = page.getByRole('alert').filter({ hasText: 'This couldn’t be loaded' });
    await expect(panel).toContainText('Not now.');
    await expect(panel).toContainText('req-99');
    await page.unrouteAll();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel).toHaveCount(0);
  });
});
