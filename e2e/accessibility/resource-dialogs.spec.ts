import { moveResource } from '@lectern/contract/features/resource.ts';
import { expect, test } from '../lectern-test.ts';
import { makeTexts } from '../seed/make-resources.ts';
import { callApi } from '../session/call-api.ts';
import { violationsInDialog } from './run-axe.ts';

test('axe finds nothing, light or dark, on any question about chosen resources', async ({ page, session, baseURL }) => {
  if (!session) throw new Error('somebody must be signed in');
  const origin = baseURL ?? '';
  const [first] = await makeTexts(origin, session, ['Tidal marsh in June', 'Tidal marsh in July']);
  await page.goto('/app/resource/info?search=Tidal+marsh');
  await expect(page.getByRole('link', { name: 'Tidal marsh in June' })).toBeVisible();
  await page.getByRole('checkbox').first().check();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  for (const action of ['Edit tags', 'Schedule', 'Move', 'Add to column', 'Change owner']) {
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    expect(await violationsInDialog(page), action).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await bar.getByRole('button', { name: 'Move to Trash' }).click();
  expect(await violationsInDialog(page), 'trash').toEqual([]);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Edit metadata' }).click();
  expect(await violationsInDialog(page), 'edit').toEqual([]);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Author').fill('The coast watch');
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await expect(dialog.getByText('2 will change')).toBeVisible();
  expect(await violationsInDialog(page), 'preview').toEqual([]);

  const { id, version } = first ?? { id: '', version: 0 };
  await callApi(origin, session, moveResource, { params: { id }, body: { move: 'trash', version } });
  await page.goto('/app/resource/info?tab=trash&search=Tidal+marsh');
  await page.getByRole('checkbox').first().check();
  await bar.getByRole('button', { name: 'Delete permanently' }).click();
  expect(await violationsInDialog(page), 'purge').toEqual([]);
});
