import { expect, test } from '../lectern-test.ts';
import { type Account, people } from '../people.ts';
import { pageTitle } from '../screen.ts';

const allowed: Record<string, boolean> = { super: true, administrator: true, specialist: false, reader: false };

test.describe('Section 6: /app/system/accessGroup requires the super-admin capability, roleId 2 or lower', () => {
  for (const [account, may] of Object.entries(allowed)) {
    const { roleId } = people[account as Account];
    test.describe(account, () => {
      test.use({ account: account as Account });

      test(`role ${roleId} ${may ? 'opens it' : 'sees 403 and what is missing'}`, async ({ page }) => {
        await page.goto('/app/system/accessGroup');
        const title = may ? 'Permission group assignment' : 'You don’t have access to “Permission group assignment”';
        await expect(pageTitle(page)).toHaveText(title);
        const missing = page.getByText(/You need the role Administrator or higher to open this page\. Your role is/);
        await expect(missing).toHaveCount(may ? 0 : 1);
      });
    });
  }
});

test.describe('Section 6: the route filter', () => {
  test.use({ account: 'specialist' });

  test('hides a page without permission, and its group when it is empty', async ({ page }) => {
    await page.goto('/app/home/my');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'All resources' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Resource library' })).toHaveCount(0);
    await expect(menu.getByRole('heading', { name: 'Statistics centre' })).toHaveCount(0);
  });

  test('is kept by the server too: the data of a forbidden page does not come', async ({ page, session }) => {
    const answer = await page.request.get('/api/system/health', {
      headers: { authorization: `Bearer ${session?.tokens.token}` },
    });
    expect((await answer.json()).status).toBe(200);
    const refused = await page.request.post('/api/system/health/bundles', {
      headers: { authorization: `Bearer ${session?.tokens.token}` },
    });
    expect(refused.status()).toBe(403);
    expect((await refused.json()).status).toBe(403);
  });
});
