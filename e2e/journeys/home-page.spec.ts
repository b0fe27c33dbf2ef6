import { getHomeDraft } from '@lectern/contract/features/home-page.ts';
import type { Locator, Page } from '@playwright/test';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { makeTexts, publish } from '../seed/make-resources.ts';
import { callApi } from '../session/call-api.ts';
import { signIn } from '../session/sign-in.ts';

const path = '/app/page/resourceRecommend';

test.use({ account: 'recommender' });

const titlesIn = (slot: Locator) => slot.locator('.home-entry-text strong').allInnerTexts();

test('an editor creates slots, adds resources by mouse and keyboard, and publishes with a diff', async ({
  page,
  baseURL,
}, { retry }) => {
  const origin = baseURL ?? '';
  const session = await signIn(origin, 'recommender');
  const word = `Lantern${retry}`;
  const titles = [`${word} one`, `${word} two`, `${word} three`];
  await publish(origin, session, await makeTexts(origin, session, titles));
  await page.goto(path);
  const [left, right] = [`Week ${retry}`, `Term ${retry}`];
  for (const name of [left, right]) await makeSlot(page, name);
  const slot = page.getByRole('region', { name: left, exact: true });
  const other = page.getByRole('region', { name: right, exact: true });

  await slot.getByRole('button', { name: `Add to ${left}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(word);
  for (const title of titles) await dialog.getByRole('checkbox', { name: new RegExp(title) }).check();
  expect(await violationsInDialog(page), 'add').toEqual([]);
  await dialog.getByRole('button', { name: 'Add 3' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => titlesIn(slot)).toHaveLength(3);
  const before = await titlesIn(slot);

  await slot.getByRole('button', { name: `Move ${before[2]}` }).press('Alt+ArrowUp');
  await expect.poll(() => titlesIn(slot)).toEqual([before[0], before[2], before[1]]);
  await undo(page);
  await expect.poll(() => titlesIn(slot)).toEqual(before);

  // Near the edge the page may still be scrolling on release, so the drop misses and the drag is repeated.
  await expect(async () => {
    await drag(page, slot.getByRole('button', { name: new RegExp(`^${before[0]}`) }), other);
    await expect.poll(() => titlesIn(other), { timeout: 3_000 }).toEqual([before[0]]);
  }).toPass({ timeout: 60_000 });
  expect(await titlesIn(slot)).toEqual(before.slice(1));

  await other.getByRole('button', { name: new RegExp(`^${before[0]}`) }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByLabel('Title').fill(`${word} of the week`);
  await details.getByLabel('Ends').fill('2099-12-31T12:00');
  expect(await violationsInBothThemes(page), 'details').toEqual([]);
  await details.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => titlesIn(other)).toEqual([`${word} of the week`]);
  await page.getByRole('button', { name: `Actions for ${right}` }).click();
  await page.getByRole('menuitem', { name: 'Slot settings' }).click();
  await expect(details.getByLabel('Key')).toHaveValue(right.toLowerCase().replace(' ', '-'));
  expect(await violationsInBothThemes(page), 'slot').toEqual([]);

  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = dialog.getByRole('region', { name: 'Home page' });
  await dialog.getByText('Campus only', { exact: true }).click();
  await expect(frame.getByText(`${word} of the week`).first()).toBeVisible();
  expect(await violationsInDialog(page), 'preview').toEqual([]);
  await dialog.getByLabel('Date and time').fill('2100-02-01T12:00');
  await expect(frame.getByText(`${word} of the week`)).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Publish \d+ change/ }).click();
  await expect(dialog.getByText(`Added ${word} of the week`)).toBeVisible();
  expect(await violationsInDialog(page), 'publish').toEqual([]);
  await dialog.getByLabel('Note').fill(`Week of ${word}`);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect((await callApi(origin, session, getHomeDraft)).published?.by?.name).toBe('Rhea Recommender');

  await page.getByRole('button', { name: 'History' }).click();
  await expect(dialog.getByRole('button', { name: new RegExp(`Week of ${word}`) })).toBeVisible();
  expect(await violationsInDialog(page), 'history').toEqual([]);
  await page.keyboard.press('Escape');

  for (const name of [left, right]) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove slot' }).click();
    await expect(page.getByRole('region', { name, exact: true })).toHaveCount(0);
  }
});

async function makeSlot(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add slot' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New slot' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Key').fill(name.toLowerCase().replace(' ', '-'));
  await dialog.getByRole('button', { name: 'Add slot' }).click();
  await expect(dialog).toBeHidden();
}

async function undo(page: Page): Promise<void> {
  await notifications(page).filter({ hasText: 'moved' }).getByRole('button', { name: 'Undo' }).first().click();
}

/**
 * Drags into a slot and releases once the slot shows it accepts the drop; near its edge the page scrolls during a
 * drag.
 */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  const start = await from.boundingBox();
  if (!start) throw new Error('it is not on screen');
  await page.mouse.move(start.x + 30, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + start.height / 2 + 10, { steps: 3 });
  await expect(async () => {
    const end = await to.boundingBox();
    if (!end) throw new Error('it is not on screen');
    await page.mouse.move(end.x + 200, end.y + end.height / 2, { steps: 4 });
    await expect(to).toHaveAttribute('data-drop', 'inside', { timeout: 500 });
  }).toPass();
  await page.mouse.up();
}
