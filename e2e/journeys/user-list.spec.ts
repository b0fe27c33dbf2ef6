import { readFile } from 'node:fs/promises';
import { deleteListView, getListSetup, saveListColumns } from '@lectern/contract/features/list-view.ts';
import { listUsers, userList } from '@lectern/contract/features/user.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { makeUsers, storedUsers } from '../seed/make-users.ts';
import { callApi } from '../session/call-api.ts';
import { type Session, signIn } from '../session/sign-in.ts';
import { openUsers, userNames, userRows } from '../user-screen.ts';

const family = 'Listed';
const inOrder = (letters: string) => [...letters].map((letter) => `${letter} ${family}`);

/** Resets the person's saved views and columns for the list. */
async function forgetSetup(origin: string, session: Session): Promise<void> {
  const params = { list: userList.id };
  const { views } = await callApi(origin, session, getListSetup, { params });
  for (const { id } of views.filter(({ own }) => own))
    await callApi(origin, session, deleteListView, { params: { id } });
  await callApi(origin, session, saveListColumns, { params, body: { columns: null } });
}

test.describe('The list of users', () => {
  // The second test depends on the columns chosen in the first.
  test.describe.configure({ mode: 'serial' });
  test.use({ account: 'lister' });

  test.beforeAll(async () => {
    const origin = process.env.E2E_ORIGIN ?? '';
    const formula = { phone: '=1+2' };
    const session = await signIn(origin, 'lister');
    // A retry starts from the same state as the first attempt.
    await forgetSetup(origin, session);
    if ((await storedUsers(origin, session, family)).length > 0) return;
    await makeUsers(origin, session, family, [{}, { roleId: 3 }, { roleId: 3 }, formula]);
  });

  test('its tabs count, and tab, search, filter, sort, view and columns outlive a reload', async ({
    page,
    session,
  }) => {
    if (!session) throw new Error('nobody is signed in');
    await openUsers(page, '?search=listed');
    await expect(async () => {
      const { tabs } = await callApi(new URL(page.url()).origin, session, listUsers, {});
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      for (const [tab, name] of [['forbidden', 'Forbidden'] as const, ['neverSignedIn', 'Never logged in'] as const]) {
        await expect(page.getByRole('tab', { name })).toHaveText(new RegExp(`^${name}\\s*${tabs[tab]?.value}$`), {
          timeout: 1_000,
        });
      }
    }).toPass();

    await page.getByRole('tab', { name: /^Never logged in/ }).click();
    await page.getByRole('button', { name: '+ Filter' }).click();
    await page.getByRole('menuitem', { name: 'Role' }).click();
    await page.getByRole('checkbox', { name: 'Recruitment specialist' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(userNames(page)).toHaveText(inOrder('CB'));
    const sortByName = page.getByRole('button', { name: 'Name', exact: true });
    await sortByName.click();
    await expect(userNames(page)).toHaveText(inOrder('BC'));

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Phone' }).check();
    await page.getByRole('checkbox', { name: 'Sessions' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save view…' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Listed specialists');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(notifications(page).filter({ hasText: 'View saved' }).first()).toBeVisible();

    const isAsLeft = async () => {
      await expect(userNames(page)).toHaveText(inOrder('BC'));
      await expect(page.getByRole('tab', { name: /^Never logged in/ })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('searchbox')).toHaveValue('listed');
      await expect(page.getByRole('button', { name: /^Change filter Role/ })).toContainText('Recruitment specialist');
      await expect(page.getByRole('columnheader').filter({ has: sortByName })).toHaveAttribute(
        'aria-sort',
        'ascending',
      );
      await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible();
      await expect(page.getByRole('columnheader', { name: 'Sessions' })).toHaveCount(0);
    };
    await page.reload();
    await isAsLeft();
    await page.getByRole('button', { name: 'Listed specialists' }).click();
    await page.getByRole('menuitemradio', { name: 'Default view' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitemradio', { name: 'Listed specialists' }).click();
    await isAsLeft();
  });

  test('all that match can be chosen, and the export has the same rows, safe for spreadsheets', async ({ page }) => {
    await openUsers(page, '?search=listed&sort=name');
    await page.getByRole('checkbox', { name: 'Select A Listed' }).check();
    await page.getByRole('button', { name: 'Select all 4 matching' }).click();
    await expect(page.getByRole('region', { name: 'Bulk actions' })).toContainText('All 4 matching selected');

    await page.getByRole('button', { name: 'Export' }).click();
    const arrival = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
    const [heading, ...lines] = (await readFile(await (await arrival).path(), 'utf8')).trim().split('\r\n');
    expect(heading).toContain('Name');
    expect(lines.map((line) => line.split(',')[0])).toEqual(await userNames(page).allTextContents());
    expect(lines.at(-1)).toContain("'=1+2");
  });

  test('says when nothing matches, and keeps its rows when the server or the network is away', async ({
    page,
    context,
  }) => {
    await openUsers(page, '?search=listed');
    await page.route(/\/api\/system\/users\?/, (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByText('This couldn’t be loaded')).toBeVisible();
    await expect(userRows(page)).toHaveCount(4);
    await page.unroute(/\/api\/system\/users\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This couldn’t be loaded')).toHaveCount(0);

    await context.setOffline(true);
    await expect(page.getByText(/^You’re offline\./)).toBeVisible();
    await expect(userRows(page)).toHaveCount(4);
    await context.setOffline(false);

    await page.getByRole('searchbox').fill('listed by nobody');
    await expect(page.getByText('No results')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(userRows(page).nth(4)).toBeVisible();
    await expect(page).toHaveURL(/\/systemAdmin$/);
  });
});
