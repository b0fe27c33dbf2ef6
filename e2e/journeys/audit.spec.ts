import { readFile } from 'node:fs/promises';
import { updateUser } from '@lectern/contract/features/user.ts';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { makeUsers } from '../seed/make-users.ts';
import { callApi } from '../session/call-api.ts';

test.use({ account: 'auditor' });

test('a change can be found by person and object, shows old and new values, and can be exported', async ({
  page,
  session,
  baseURL,
}, { retry }) => {
  if (!session || !baseURL) throw new Error('nobody is signed in');
  const family = `Audited${retry}`;
  const [user] = await makeUsers(baseURL, session, family, [{ phone: '100' }]);
  if (!user) throw new Error('nobody was made');
  const params = { id: user.id };
  await callApi(baseURL, session, updateUser, { params, body: { phone: '200', version: user.version } });

  await page.goto('/app/system/audit');
  await page.getByRole('tab', { name: /^People and permissions/ }).click();
  await page.getByRole('button', { name: '+ Filter' }).click();
  await page.getByRole('menuitem', { name: 'Object ID' }).click();
  await page.getByRole('textbox', { name: 'Object ID' }).fill(user.id);
  await page.getByRole('button', { name: 'Apply' }).click();
  const entries = page.locator('.grid tbody').getByRole('row').filter({ hasText: family });
  await expect(entries).toHaveText([/User changed/, /User created/]);
  await expect(entries.first()).toContainText('Aldo Auditor');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await entries.first().getByRole('link').first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('100');
  await expect(sheet).toContainText('200');
  await expect(sheet).toContainText('127.0.0.1');
  expect(await violationsInDialog(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Export' }).click();
  const arrival = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const text = await readFile(await (await arrival).path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(3);
  expect(text).toContain('Aldo Auditor');
});
