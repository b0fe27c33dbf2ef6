import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { makeUsers, storedUsers } from '../seed/make-users.ts';
import { openUsers } from '../user-screen.ts';

test.use({ account: 'clerk' });

const file = [
  'nick,full name,mail',
  'imported.new,N Imported,n@imported.example',
  'imported.1,A Imported the First,',
  'imported.2,B Imported,',
  'imported.bad,X Imported,no address',
].join('\n');

test('a table is mapped, checked line by line, imported, reported and undone', async ({ page, session, baseURL }) => {
  const origin = baseURL ?? '';
  if (!session) throw new Error('nobody is signed in');
  await makeUsers(origin, session, 'Imported', [{}, {}]);
  const before = await storedUsers(origin, session, 'imported');
  await openUsers(page, '?search=imported');
  await page.getByRole('button', { name: 'Import users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import users' });
  await dialog
    .getByLabel('Choose file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });

  const check = dialog.getByRole('button', { name: 'Check rows' });
  await expect(check).toBeDisabled();
  await dialog.getByLabel('Username: Column in file').selectOption('nick');
  await check.click();
  await expect(dialog.getByRole('row', { name: /^5 X Imported Email/ })).toContainText('isn’t a valid email address');
  for (const [tab, line] of [
    [/^New ?1$/, /^2 N Imported/],
    [/^Changed ?1$/, /^3 A Imported the First Name: A Imported → A Imported the First/],
    [/^Skipped ?1$/, /^4 B Imported/],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expect(dialog.getByRole('row', { name: line })).toBeVisible();
  }

  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(dialog.getByText('Imported 2 of 2')).toBeVisible();
  const arrival = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download report' }).click();
  expect((await arrival).suggestedFilename()).toMatch(/\.csv$/);
  const names = async () => (await storedUsers(origin, session, 'imported')).map(({ name }) => name);
  expect(await names()).toEqual(['A Imported the First', 'B Imported', 'N Imported']);

  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /^Operations/ }).click();
  await page.getByRole('button', { name: 'Undo “Import users”' }).click();
  await expect(notifications(page).filter({ hasText: 'Change to 2 users undone' })).toBeVisible();
  const withoutVersion = (rows: typeof before) => rows.map(({ version: _version, ...row }) => row);
  expect(withoutVersion(await storedUsers(origin, session, 'imported'))).toEqual(withoutVersion(before));
});
