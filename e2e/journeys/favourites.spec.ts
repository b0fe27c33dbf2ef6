import { addFavourite, createFavouriteFolder, listFavourites } from '@lectern/contract/features/favourite.ts';
import { getResource, moveResource } from '@lectern/contract/features/resource.ts';
import type { Page } from '@playwright/test';
import { violationsInBothThemes } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { makeTexts, publish } from '../seed/make-resources.ts';
import { callApi } from '../session/call-api.ts';
import { signIn } from '../session/sign-in.ts';

const titles = (page: Page) =>
  page.getByRole('list', { name: /^Favourites in/ }).getByRole('link', { name: /Inkwell/ });
const folder = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: new RegExp(`^${name}`) });
const undo = (page: Page, said: string) =>
  notifications(page).filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click();

test.describe('Favourites', () => {
  test.use({ account: 'curator' });

  test.beforeAll(async () => {
    const origin = process.env.E2E_ORIGIN ?? '';
    const session = await signIn(origin, 'curator');
    const made = await makeTexts(origin, session, ['Inkwell C', 'Inkwell B', 'Inkwell A']);
    await publish(origin, session, made);
    for (const { id } of made) await callApi(origin, session, addFavourite, { params: { id }, body: {} });
    await callApi(origin, session, createFavouriteFolder, { body: { name: 'Next week' } });
    const gone = await callApi(origin, session, getResource, { params: { id: made[0]?.id ?? '' } });
    const body = { move: 'offline' as const, version: gone.version };
    await callApi(origin, session, moveResource, { params: { id: gone.id }, body });
  });

  test('keep their order, folder and note, say what changed, and come back as they were', async ({ page, session }) => {
    await page.goto('/app/home/collect');
    await expect(titles(page)).toHaveText([/Inkwell A/, /Inkwell B/, /Inkwell C/]);
    await expect(page.getByRole('listitem').filter({ hasText: 'Inkwell C' })).toContainText('Offline');
    expect(await violationsInBothThemes(page)).toEqual([]);

    await titles(page).nth(0).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(titles(page)).toHaveText([/Inkwell B/, /Inkwell A/, /Inkwell C/]);
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Note' }).fill('Read before Monday');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Read before Monday' })).toBeVisible();

    await titles(page).nth(1).hover();
    await page.mouse.down();
    const target = await folder(page, 'Next week').boundingBox();
    if (!target) throw new Error('the folder is not on screen');
    await page.mouse.move(target.x + 60, target.y + 40, { steps: 4 });
    await page.mouse.move(target.x + 60, target.y + target.height / 2, { steps: 4 });
    await expect(folder(page, 'Next week').locator('xpath=ancestor-or-self::*[@data-drop="inside"]')).toHaveCount(1);
    await page.mouse.up();
    await expect(folder(page, 'Next week')).toHaveText(/1$/);

    await page.getByRole('checkbox', { name: 'Select Inkwell A' }).check();
    await page.getByRole('checkbox', { name: 'Select Inkwell C' }).check();
    await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: 'Remove' }).click();
    await expect(titles(page)).toHaveText([/Inkwell B/]);
    await undo(page, '2 favourites removed');
    await expect(titles(page)).toHaveText([/Inkwell B/, /Inkwell A/, /Inkwell C/]);

    await folder(page, 'Next week').click();
    await expect(titles(page)).toHaveText([/Inkwell A/]);
    await expect(page.getByRole('button', { name: 'Read before Monday' })).toBeVisible();
    await folder(page, 'Next week').press('Delete');
    await expect(folder(page, 'Next week')).toHaveCount(0);
    await undo(page, 'deleted');
    await expect(folder(page, 'Next week')).toHaveText(/1$/);
    if (!session) throw new Error('nobody is signed in');
    const { rows } = await callApi(new URL(page.url()).origin, session, listFavourites, {});
    expect(rows.map((row) => [row.title, row.note])).toEqual([
      ['Inkwell B', ''],
      ['Inkwell A', 'Read before Monday'],
      ['Inkwell C', ''],
    ]);
  });
});
