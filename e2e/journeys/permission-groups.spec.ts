import { violationsInBothThemes } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { pageTitle } from '../screen.ts';

test.describe('Permission groups', () => {
  test.use({ account: 'granter' });

  test('are created from a starter group, previewed before saving, apply to the next request and can be reverted', async ({
    page,
    openAs,
  }) => {
    const member = await openAs('member');
    const opens = async (path: string, title: string) => {
      await member.goto(path);
      await expect(pageTitle(member)).toHaveText(title);
    };
    await opens('/app/data/convert', 'You don’t have access to “Format conversion records”');
    await page.goto('/app/system/accessGroup?id=new');
    await page.getByLabel('Name', { exact: true }).fill('Readers by journey');
    await page.getByRole('button', { name: 'Apply a starter group' }).click();
    await page.getByRole('menuitem', { name: 'Teacher' }).click();
    await page.getByRole('group', { name: 'All pages in Statistics centre' }).getByText('Allow').click();
    await expect(
      page.getByRole('group', { name: 'Rule for Format conversion records' }).getByLabel('Allow'),
    ).toBeChecked();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('tab', { name: /Members/ }).click();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByRole('searchbox', { name: 'Add a person' }).fill('Mona Member');
    await page.getByRole('button', { name: /Mona Member/ }).click();

    await page.getByRole('button', { name: /Review and save/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('1 person gains access');
    expect(await violationsInBothThemes(page, 'dialog')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(pageTitle(page)).toHaveText('Readers by journey');
    await expect(page.getByText('Applies to 1 person')).toBeVisible();
    await opens('/app/data/convert', 'Format conversion records');
    await opens('/app/resource/library', 'Resource library');

    await page.getByRole('group', { name: 'Rule for Resource library' }).getByText('Forbid').click();
    await page.getByRole('button', { name: /Review and save/ }).click();
    await expect(dialog).toContainText('1 person loses access');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await opens('/app/resource/library', 'You don’t have access to “Resource library”');
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByText('Forbid Resource library')).toBeVisible();
    await page.getByRole('button', { name: 'Revert to version 1' }).click();
    await expect(dialog).toContainText('1 person gains access');
    await dialog.getByRole('button', { name: 'Revert' }).click();
    await expect(page.getByText('Greta Granter reverted to version 1')).toBeVisible();
  });

  test('are seen through the eyes of a member, who nothing happens to', async ({ page }) => {
    await page.goto('/app/system/systemAdmin?search=Rita');
    await page.getByRole('button', { name: 'Actions for Rita Recruiter' }).click();
    await page.getByText('View as this user').click();
    await page.getByRole('dialog').getByRole('button', { name: 'View as Rita Recruiter' }).click();
    await expect(page.getByText('Viewing as Rita Recruiter. You can’t change anything.')).toBeVisible();
    await page.goto('/app/data/resource');
    await page.getByRole('button', { name: 'View my permissions' }).click();
    await expect(page.getByText('Your role: Recruitment specialist')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop viewing' }).click();
    await expect(page).toHaveURL(/systemAdmin/);
    await expect(page.getByText('You can’t change anything.')).toHaveCount(0);
  });
});
