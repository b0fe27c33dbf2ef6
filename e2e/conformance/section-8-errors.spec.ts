import type { Page } from '@playwright/test';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';

/** Sent on every app start; its error message is visible during the redirect to login. */
const call = '**/api/admin/auth';

const catalogue: Record<number, string> = {
  400: 'bad request, nothing created or changed',
  401: 'no permission (token, username or password wrong)',
  403: 'authorized but access forbidden',
  404: 'record does not exist',
  406: 'format not available',
  410: 'resource permanently deleted',
  422: 'validation error when creating an object',
  500: 'server error',
  502: 'gateway error',
  503: 'service unavailable (overloaded or under maintenance)',
  504: 'gateway timeout',
};

async function open(page: Page): Promise<void> {
  await page.goto('/app/home/my', { waitUntil: 'commit' });
}

test.describe('Section 8: the error catalogue', () => {
  test('an HTTP error without an envelope shows "Request error {status}:" with the url and the text', async ({
    page,
    baseURL,
  }) => {
    for (const [status, text] of Object.entries(catalogue)) {
      await page.unrouteAll();
      await page.route(call, (route) => route.fulfill({ status: Number(status), body: 'no envelope' }));
      await open(page);
      await expect(notifications(page).locator('strong')).toHaveText(`Request error ${status}:`);
      await expect(notifications(page).locator('p').first()).toHaveText(`/api/admin/auth ${text}`);
      expect(baseURL).toBeTruthy();
    }
  });

  test('no response at all is reported as such', async ({ page }) => {
    await page.route(call, (route) => route.abort('connectionrefused'));
    await open(page);
    await expect(notifications(page).locator('strong')).toHaveText('Network anomaly - cannot connect to the server');
  });

  test('body status 101 shows the message as an error', async ({ page }) => {
    await page.route(call, (route) => route.fulfill({ status: 409, json: { status: 101, message: 'Not like this.' } }));
    await open(page);
    await expect(notifications(page).locator('strong')).toHaveText('Not like this.');
    await expect(notifications(page).getByRole('alert')).toBeVisible();
  });

  test('any other body status shows the message with the text for that status', async ({ page }) => {
    for (const [status, text] of Object.entries(catalogue)) {
      await page.unrouteAll();
      const json = { status: Number(status), message: `Message of ${status}.` };
      await page.route(call, (route) => route.fulfill({ status: 200, json }));
      await open(page);
      await expect(notifications(page).locator('strong')).toHaveText(`Message of ${status}.`);
      await expect(notifications(page).locator('p').first()).toHaveText(text);
    }
  });

  test('a response whose success field is false is treated as an error', async ({ page }) => {
    for (const json of [
      { success: false, message: 'Refused without a status.' },
      { status: 200, success: false, message: 'Refused with one.', result: { roleId: 1, permissions: [] } },
    ]) {
      await page.unrouteAll();
      await page.route(call, (route) => route.fulfill({ json }));
      await open(page);
      await expect(notifications(page).locator('strong')).toHaveText(json.message);
      await expect(page).toHaveURL((url) => url.pathname === '/app/auth');
    }
  });

  test('body statuses 200 to 204 are success with any HTTP status', async ({ page }) => {
    for (const status of [200, 201, 202, 203, 204]) {
      await page.unrouteAll();
      await page.route(call, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ status: 200, json: { ...(await answer.json()), status } });
      });
      await open(page);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('My resources');
      await expect(notifications(page)).toHaveCount(0);
    }
  });

  test('the error names the request, so that support can find it', async ({ page }) => {
    const json = { status: 500, message: 'Broken.', code: 'serverError', requestId: 'req-4711', data: null };
    await page.route(call, (route) => route.fulfill({ status: 500, json }));
    await open(page);
    await expect(notifications(page)).toContainText('req-4711');
  });
});
