import { createCourse } from '@lectern/contract/features/course.ts';
import { addChapters } from '@lectern/contract/features/course-catalogue.ts';
import { expect, test } from '../lectern-test.ts';
import { callApi } from '../session/call-api.ts';
import { violationsInBothThemes, violationsInDialog } from './run-axe.ts';

test('axe finds nothing, light or dark, on the tabs of a course and in its dialogs', async ({
  page,
  session,
  baseURL,
}) => {
  if (!session) throw new Error('somebody must be signed in');
  const origin = baseURL ?? '';
  const code = `AXE-${Date.now()}`;
  const course = await callApi(origin, session, createCourse, { body: { name: 'Tides for all', code } });
  const params = { id: course.id };
  await callApi(origin, session, addChapters, {
    params,
    body: { titles: ['High water', 'Low water'], parentId: null, catalogueVersion: course.catalogueVersion },
  });
  await test.step('tabs', async () => {
    for (const tab of ['overview', 'catalogue', 'resources', 'people', 'statistics', 'checks', 'activity']) {
      await page.goto(`/app/course/list/detail/${course.id}${tab === 'overview' ? '' : `?tab=${tab}`}`);
      await expect(page.getByRole('tabpanel').first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await violationsInBothThemes(page), tab).toEqual([]);
    }
  });
  await test.step('publish', async () => {
    await page.goto(`/app/course/list/detail/${course.id}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('dialog').getByText('Empty').first()).toBeVisible();
    expect(await violationsInDialog(page), 'publish').toEqual([]);
    await page.keyboard.press('Escape');
  });
  await test.step('preview as a learner', async () => {
    await page.goto(`/app/course/list/detail/${course.id}?tab=catalogue`);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(page.getByRole('dialog').getByText('Empty for learners')).toBeVisible();
    expect(await violationsInDialog(page), 'preview').toEqual([]);
    await page.keyboard.press('Escape');
  });
  await test.step('new, import, duplicate', async () => {
    await page.goto(`/app/course/list?search=${code}`);
    await page.getByRole('button', { name: 'New course' }).click();
    expect(await violationsInDialog(page), 'new').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Tides for all' }).click();
    await page.getByRole('menuitem', { name: /^Duplicate/ }).click();
    expect(await violationsInDialog(page), 'duplicate').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Import/ }).click();
    expect(await violationsInDialog(page), 'import').toEqual([]);
  });
});
