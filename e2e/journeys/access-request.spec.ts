import { expect, test } from '../lectern-test.ts';
import { openBell, pageTitle } from '../screen.ts';

test.describe('Asking for access', () => {
  test.use({ account: 'asker' });

  test('from the 403 reaches the people who can grant it, once, and opens the page when granted', async ({
    page,
    openAs,
  }) => {
    const granter = await openAs('granter');
    await granter.goto('/app/home/my');
    await expect(pageTitle(granter)).toBeVisible();
    // Once the bell is visible, the shell has opened the event stream.
    const bell = granter.getByRole('button', { name: /^Notifications/ });
    await expect(bell).toBeVisible();

    await page.goto('/app/course/list');
    await expect(pageTitle(page)).toHaveText('You don’t have access to “Course management”');
    await expect(page.getByText('None of your permission groups give access to this page.')).toBeVisible();
    await page.getByRole('button', { name: 'Request access' }).click();
    await page.getByLabel(/Why do you need access/).fill('I teach algebra now.');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Access requested / })).toBeVisible();

    await expect(granter.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();
    const panel = await openBell(granter);
    await expect(panel).toContainText('Asta Asker requested access to “Course management”.');
    await expect(panel).toContainText('I teach algebra now.');
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(granter.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await granter.reload();
    await expect(granter.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByText(/^You already requested access/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Request access' })).toHaveCount(0);

    await granter.goto('/app/system/accessGroup');
    await granter.getByRole('listitem').filter({ hasText: 'Asta Asker' }).getByRole('link', { name: 'Review' }).click();
    const dialog = granter.getByRole('dialog');
    await dialog.getByLabel('Grant through').selectOption({ label: 'A new group for this page only' });
    await expect(dialog).toContainText('1 person gains access');
    await dialog.getByRole('button', { name: 'Grant access' }).click();
    await expect(dialog).toHaveCount(0);
    // The blocked window is notified of the change and shows the page.
    await expect(pageTitle(page)).toHaveText('Course management');
  });

  test('is not offered for a page that no permission group can give', async ({ page }) => {
    await page.goto('/app/system/accessGroup');
    await expect(pageTitle(page)).toHaveText('You don’t have access to “Permission group assignment”');
    await expect(page.getByRole('button', { name: 'Request access' })).toHaveCount(0);
  });
});
