import { updateUser } from '@lectern/contract/features/user.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { makeUsers, storedUser } from '../seed/make-users.ts';
import { callApi } from '../session/call-api.ts';
import { openUsers } from '../user-screen.ts';

test.describe('An opened user', () => {
  test.use({ account: 'clerk' });

  test('is edited in place, and the change is reverted from its activity', async ({ page, session, baseURL }) => {
    const origin = baseURL ?? '';
    if (!session) throw new Error('nobody is signed in');
    const [user] = await makeUsers(origin, session, 'Reverted', [{ phone: '111' }]);
    if (!user) throw new Error('no user was made');
    await openUsers(page, `?search=reverted&id=${user.id}`);
    const sheet = page.getByRole('dialog', { name: 'A Reverted' });
    await sheet.getByLabel('Phone').fill('222');
    await expect(sheet.getByText('1 unsaved change')).toBeVisible();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(notifications(page).filter({ hasText: 'A Reverted saved' }).first()).toBeVisible();
    expect(await storedUser(origin, session, user.id)).toMatchObject({ phone: '222' });

    const activity = sheet.getByRole('listitem').filter({ hasText: 'Carl Clerk edited the account' });
    await expect(activity.getByRole('row', { name: 'Phone 111 222' })).toBeVisible();
    await activity.getByRole('button', { name: /^Revert/ }).click();
    const question = page.getByRole('dialog', { name: 'Revert this change?' });
    await expect(question.getByRole('row', { name: 'Phone 222 111' })).toBeVisible();
    await question.getByRole('button', { name: 'Revert' }).click();
    await expect(sheet.getByLabel('Phone')).toHaveValue('111');
    expect(await storedUser(origin, session, user.id)).toMatchObject({ phone: '111' });
  });

  test('that someone else changed keeps the edits, shows the newer value and asks before leaving', async ({
    page,
    session,
    baseURL,
  }) => {
    const origin = baseURL ?? '';
    if (!session) throw new Error('nobody is signed in');
    const [user] = await makeUsers(origin, session, 'Contested', [{ phone: '111' }]);
    if (!user) throw new Error('no user was made');
    await openUsers(page, `?search=contested&id=${user.id}`);
    const sheet = page.getByRole('dialog', { name: 'A Contested' });
    await sheet.getByLabel('Phone').fill('333');
    const newer = { phone: '222', version: user.version };
    await callApi(origin, session, updateUser, { params: { id: user.id }, body: newer });
    await page.keyboard.press('Control+s');
    await expect(sheet.getByText('Someone else changed this while you were editing.')).toBeVisible();
    await expect(sheet.getByText('Saved value: 222')).toBeVisible();
    await expect(sheet.getByLabel('Phone')).toHaveValue('333');

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Stay' }).click();
    await page.keyboard.press('Control+s');
    await expect(notifications(page).filter({ hasText: 'A Contested saved' }).first()).toBeVisible();
    expect(await storedUser(origin, session, user.id)).toMatchObject({ phone: '333' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('says to a second person who edits it since when, until they have finished', async ({
    page,
    openAs,
    session,
    baseURL,
  }) => {
    if (!session) throw new Error('nobody is signed in');
    const [user] = await makeUsers(baseURL ?? '', session, 'Locked', [{}]);
    const address = `?search=locked&id=${user?.id}`;
    await openUsers(page, address);
    const taken = page.waitForResponse(
      (answer) => /\/lock$/.test(new URL(answer.url()).pathname) && answer.request().method() !== 'GET',
    );
    await page.getByRole('dialog').getByLabel('Phone').fill('444');
    await taken;

    const second = await openAs('rival');
    await openUsers(second, address);
    const sheet = second.getByRole('dialog', { name: 'A Locked' });
    await expect(sheet.getByText(/^Carl Clerk has been editing this since \d/)).toBeVisible();
    await expect(sheet.getByLabel('Phone')).not.toBeEditable();

    await page.keyboard.press('Control+s');
    await expect(notifications(page).filter({ hasText: 'A Locked saved' }).first()).toBeVisible();
    await sheet.getByRole('button', { name: 'Load latest version and edit' }).click({ timeout: 60_000 });
    await expect(sheet.getByLabel('Phone')).toHaveValue('444');
    await expect(sheet.getByLabel('Phone')).toBeEditable();
  });
});
