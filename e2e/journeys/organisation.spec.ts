import { createCollege } from '@lectern/contract/features/college.ts';
import { getListSetup } from '@lectern/contract/features/list-view.ts';
import { createUser } from '@lectern/contract/features/user.ts';
import type { Locator, Page } from '@playwright/test';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { callApi } from '../session/call-api.ts';

test.use({ account: 'organiser' });

/** Prefix of codes and names per attempt, because a retry finds what the first attempt left behind. */
const attempts = ['Q', 'W'] as const;
const row = (page: Page, name: string): Locator => page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });

/** Releases only once the row shows the drop position: a busy browser processes the last mouse move late. */
async function dragInto(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('a row is not on screen');
  await page.mouse.move(start.x + 60, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 70, start.y + start.height / 2 + 8, { steps: 3 });
  await page.mouse.move(end.x + 80, end.y + end.height / 2, { steps: 6 });
  await expect(to.locator('xpath=ancestor-or-self::*[@data-drop="inside"]')).toHaveCount(1);
  await page.mouse.up();
}

async function addBelow(page: Page, parent: string, code: string, name: string): Promise<void> {
  await row(page, parent).press('n');
  const dialog = page.getByRole('dialog', { name: `New department in ${parent}` });
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, name)).toBeVisible();
}

test('departments are made by keys, moved by drag with the effect seen first, merged, and all of it is undone', async ({
  page,
  session,
  baseURL,
}, { retry }) => {
  if (!session || !baseURL) throw new Error('nobody is signed in');
  const mark = attempts[retry] ?? 'Z';
  const [science, letters] = [`${mark} Sciences`, `${mark} Letters`];
  await callApi(baseURL, session, createCollege, { body: { code: `${mark}SCI`, name: science } });

  await test.step('a college and departments by keys', async () => {
    await page.goto('/app/system/subject');
    await page.getByRole('button', { name: 'New college' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New college' });
    await dialog.getByLabel('Code').fill(`${mark}LET`);
    await dialog.getByLabel('Name', { exact: true }).fill(letters);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row').filter({ hasText: letters })).toBeVisible();
    await page.goto('/app/system/department');
    await expect(row(page, letters)).toBeVisible();
    await addBelow(page, letters, `${mark}L1`, `${mark}poetry`);
    await addBelow(page, science, `${mark}S1`, `${mark}optics`);
    await addBelow(page, science, `${mark}S2`, `${mark}lasers`);
  });

  const units = await page.evaluate(async () => {
    const answer = await fetch('/api/organisation/units', {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    });
    return (await answer.json()).data.departments as { id: string; name: string; parentId: string | null }[];
  });
  const idOf = (name: string) => units.find((unit) => unit.name === name)?.id ?? '';
  const lasers = idOf(`${mark}lasers`);
  await callApi(baseURL, session, createUser, {
    body: {
      ...{ account: `${mark}laser`.toLowerCase(), name: `${mark} Laser`, email: null, phone: null, roleId: 3 as const },
      ...{ departmentId: lasers, positionId: null },
    },
  });

  await test.step('order by keys, and a move by drag that says whom it concerns', async () => {
    await page.reload();
    await row(page, `${mark}lasers`).click();
    await row(page, `${mark}lasers`).press('Alt+ArrowUp');
    await expect
      .poll(async () =>
        (await page.getByRole('treeitem', { name: new RegExp(`^${mark}(optics|lasers)`) }).allTextContents()).map(
          (text) => text.slice(0, 7),
        ),
      )
      .toEqual([`${mark}lasers`, `${mark}optics`]);
    await dragInto(page, row(page, `${mark}lasers`), row(page, `${mark}optics`));
    const dialog = page.getByRole('dialog', { name: `Move ${mark}lasers to ${mark}optics?` });
    await expect(dialog).toContainText('Includes 1 person · 1 department');
    expect(await violationsInDialog(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(row(page, `${mark}lasers`)).toHaveAttribute('aria-level', '3');
  });

  await test.step('a merge shows its effect; views follow it, and Undo brings everything back', async () => {
    await page.goto(`/app/system/systemAdmin?department=${lasers}`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: /^Save/ }).first().click();
    await page.getByLabel('Name').fill(`${mark} people`);
    await page.keyboard.press('Enter');
    const views = async () =>
      (await callApi(baseURL, session, getListSetup, { params: { list: 'user' } })).views.map(({ query }) => query);
    await expect.poll(views).toEqual(expect.arrayContaining([expect.stringContaining(lasers)]));

    await page.goto('/app/system/department');
    await row(page, `${mark}poetry`).focus();
    await page.getByRole('button', { name: 'Expand all' }).click();
    await row(page, `${mark}lasers`).focus();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: `${mark}lasers isn’t empty` });
    await dialog.getByRole('combobox', { name: /^Merge into/ }).fill(`${mark}poe`);
    await dialog.getByRole('option', { name: new RegExp(`${mark}poetry`) }).click();
    await expect(dialog).toContainText('1 person');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, `${mark}lasers`)).toHaveCount(0);
    await expect.poll(views).toEqual(expect.arrayContaining([expect.stringContaining(idOf(`${mark}poetry`))]));
    await notifications(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect(row(page, `${mark}lasers`)).toBeVisible();
    await expect.poll(views).toEqual(expect.arrayContaining([expect.stringContaining(lasers)]));
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});

test('departments come in by a table, and go again by Undo; a position is made and given', async ({ page }, {
  retry,
}) => {
  const mark = attempts[retry] ?? 'Z';
  const lines = ['code,name,college code', `${mark}T1,${mark}table,SCI`, `${mark}T2,${mark}bad,NOWHERE`];
  await page.goto('/app/system/department');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import departments' });
  await dialog
    .getByLabel('Choose file')
    .setInputFiles({ name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await expect(dialog.getByRole('row', { name: new RegExp(`${mark}bad`) })).toBeVisible();
  await dialog.getByRole('button', { name: /^Import 1 row/ }).click();
  await expect(dialog.getByText('Imported 1 of 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, `${mark}table`)).toBeVisible();
  await page.getByRole('button', { name: /^Operations/ }).click();
  await page.getByRole('button', { name: `Undo “Import departments · ${mark}table”` }).click();
  await expect(row(page, `${mark}table`)).toHaveCount(0);

  await page.goto('/app/system/role');
  // The empty list has a second button for this, if no position exists yet.
  await page.getByRole('button', { name: 'New position' }).first().press('Enter');
  const position = page.getByRole('dialog', { name: 'New position' });
  await position.getByLabel('Name', { exact: true }).fill(`${mark} Warden`);
  await position.getByLabel('Data scope').selectOption({ index: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: `${mark} Warden` })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
