import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { makeUsers, storedUsers } from '../seed/make-users.ts';
import { openUsers, tabTo, userNames, userRows } from '../user-screen.ts';

test.use({ account: 'keeper' });

test('with the keyboard alone: find, open, edit, save, next, back, choose, forbid, watch, undo', async ({
  page,
  session,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  if (!session) throw new Error('nobody is signed in');
  await makeUsers(origin, session, 'Keyboarder', [{}, {}, {}]);
  const { keyboard } = page;
  await openUsers(page);

  await keyboard.press('/');
  await keyboard.type('keyboarder');
  await keyboard.press('Enter');
  await expect(userNames(page)).toHaveText(['C Keyboarder', 'B Keyboarder', 'A Keyboarder']);

  await keyboard.press('Tab');
  await keyboard.press('j');
  await keyboard.press('j');
  await keyboard.press('k');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'C Keyboarder' })).toBeVisible();
  await keyboard.press('e');
  await keyboard.press('End');
  await keyboard.type(' the First');
  await keyboard.press('Control+s');
  await expect(notifications(page).filter({ hasText: 'C Keyboarder the First saved' }).first()).toBeVisible();

  await keyboard.press('Tab');
  await keyboard.press('j');
  await expect(page.getByRole('dialog', { name: 'B Keyboarder' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(userNames(page)).toHaveText(['C Keyboarder the First', 'B Keyboarder', 'A Keyboarder']);
  await expect(page.getByRole('link', { name: 'B Keyboarder' }), 'the list goes on where one was').toBeFocused();

  const before = await storedUsers(origin, session, 'keyboarder');
  await keyboard.press('x');
  await keyboard.press('j');
  await keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await expect(bar).toContainText('2 selected');
  await tabTo(page, bar.getByRole('button', { name: 'Forbid' }), 'Shift+Tab');
  await keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Forbid access for 2 users?' });
  await tabTo(page, question.getByRole('button', { name: 'Forbid' }));
  await keyboard.press('Enter');
  await expect(notifications(page).filter({ hasText: 'Access forbidden for 2 users' })).toBeVisible();
  await expect(userRows(page).filter({ hasText: 'Forbidden' })).toHaveCount(2);
  expect((await storedUsers(origin, session, 'keyboarder')).map(({ access }) => access)).toEqual([1, 1, 0]);

  await keyboard.press('Control+k');
  await keyboard.type('open operations');
  await expect(page.getByRole('option', { name: /Open operations/, selected: true })).toBeVisible();
  await keyboard.press('Enter');
  const tray = page.getByRole('dialog', { name: 'Operations' });
  await tabTo(page, tray.getByRole('button', { name: 'Undo “Forbid users”' }));
  await keyboard.press('Enter');
  await expect(tray.getByRole('listitem').filter({ hasText: 'Undo: Forbid users' })).toContainText('Done');
  await expect(userRows(page).filter({ hasText: 'Forbidden' })).toHaveCount(0);

  const restored = await storedUsers(origin, session, 'keyboarder');
  const withoutVersion = (rows: typeof before) => rows.map(({ version: _version, ...row }) => row);
  expect(withoutVersion(restored)).toEqual(withoutVersion(before));
});
