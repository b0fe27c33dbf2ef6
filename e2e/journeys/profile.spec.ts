import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import { expect, test } from '../lectern-test.ts';
import { password } from '../people.ts';
import { emptySession, notifications, pageTitle, storedSession } from '../screen.ts';
import { signIn } from '../session/sign-in.ts';

test.describe('Sessions', () => {
  test.use({ account: 'traveller' });

  test('one can be ended from another browser, which then has to log in again', async ({ page, openAs }) => {
    const lost = await openAs('traveller');
    await lost.goto('/app/home/my');
    await expect(pageTitle(lost)).toHaveText('My resources');

    await page.goto('/app/home/profile?tab=sessions');
    await expect(page.getByText('This session')).toBeVisible();
    await page.getByRole('button', { name: 'Revoke all others' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke all other sessions?' });
    // Start waiting before the click: the other window logs out on its own, and its message disappears after a while.
    const told = expect(notifications(lost).getByText('login expired, please log in again')).toBeVisible({
      timeout: 60_000,
    });
    await dialog.getByRole('button', { name: 'Revoke all others' }).click();
    await expect(notifications(page).filter({ hasText: '1 other session revoked' }).first()).toBeVisible();
    await expect(page.getByText('You’re not logged in anywhere else.')).toBeVisible();
    await told;
    await expect(lost).toHaveURL((url) => url.pathname === '/app/auth');
    expect(await storedSession(lost)).toEqual(emptySession);
  });

  test('a single one can be ended by its row, after a question', async ({ page, openAs }) => {
    const other = await openAs('traveller');
    await other.goto('/app/home/my');
    await page.goto('/app/home/profile?tab=sessions');
    const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Revoke the session on/ }) });
    await expect(rows).not.toHaveCount(0);
    const before = await rows.count();
    await rows.first().getByRole('button').click();
    await page.getByRole('dialog', { name: 'Revoke this session?' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(rows).toHaveCount(before);
    await rows.first().getByRole('button').click();
    await page
      .getByRole('dialog', { name: 'Revoke this session?' })
      .getByRole('button', { name: 'Revoke session' })
      .click();
    await expect(notifications(page).filter({ hasText: 'Session revoked' }).first()).toBeVisible();
    await expect(rows).toHaveCount(before - 1);
  });
});

test.describe('Password', () => {
  test.use({ account: 'changer' });

  test('can be changed; this browser stays signed in and all others do not', async ({ page, openAs, baseURL }) => {
    const other = await openAs('changer');
    await other.goto('/app/home/my');
    await expect(pageTitle(other)).toHaveText('My resources');

    await page.goto('/app/home/profile?tab=password');
    const fresh = 'a door behind the curtain';
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password', { exact: true }).fill(fresh);
    await page.getByLabel('Repeat new password').fill(fresh);
    const submit = page.getByRole('button', { name: 'Change password', exact: true });
    await submit.click();
    await expect(page.getByText('That isn’t your current password.')).toBeVisible();
    await page.getByLabel('Current password').fill(password);
    await submit.click();
    await expect(notifications(page).filter({ hasText: 'Password changed' }).first()).toBeVisible();

    await page.reload();
    await expect(pageTitle(page)).toHaveText('Profile');
    await other.reload();
    await expect(other).toHaveURL((url) => url.pathname === '/app/auth');
    await expect(signIn(baseURL ?? '', 'changer', password)).rejects.toThrow('101');
    const again = await signIn(baseURL ?? '', 'changer', fresh);
    expect(again.tokens.roleId).toBe(3);
  });
});

test.describe('Profile', () => {
  test.use({ account: 'renamer' });

  test('is saved, seen everywhere, and not lost by leaving', async ({ page, session }) => {
    await page.goto('/app/home/profile');
    const name = page.getByRole('textbox', { name: /^Name/ });
    await name.fill('Robert Renamer');
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a valid email address.')).toBeVisible();
    await page.getByLabel('Email').fill('robert@example.edu');

    await page.getByRole('navigation').getByRole('link', { name: 'My resources' }).click();
    const guard = page.getByRole('dialog', { name: 'Leave without saving?' });
    await guard.getByRole('button', { name: 'Stay' }).click();
    await expect(name).toHaveValue('Robert Renamer');

    await page.getByRole('button', { name: 'Save' }).click();
    await expect(notifications(page).filter({ hasText: 'Profile saved' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account of Robert Renamer' })).toBeVisible();
    const answer = await page.request.get(`/api${getCurrentUser.path}`, {
      headers: { authorization: `Bearer ${session?.tokens.token}` },
    });
    expect((await answer.json()).result).toMatchObject({ name: 'Robert Renamer', email: 'robert@example.edu' });
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page.getByRole('tabpanel')).not.toContainText('No activity yet');
  });
});
