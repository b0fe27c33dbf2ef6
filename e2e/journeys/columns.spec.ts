import { createColumn, listColumnItems, listColumns } from '@lectern/contract/features/column.ts';
import type { Locator, Page } from '@playwright/test';
import { violationsInBothThemes } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { makeTexts, publish } from '../seed/make-resources.ts';
import { callApi } from '../session/call-api.ts';
import { type Session, signIn } from '../session/sign-in.ts';

const path = '/app/resource/column';
/** Names of columns and resources; a retry uses other names, because the first attempt's items still exist. */
const attempts = [
  { shelf: 'Shelf', quill: 'Quill' },
  { shelf: 'Rack', quill: 'Plume' },
] as const;
let called: (typeof attempts)[number] = attempts[0];
const rows = (page: Page) => page.getByRole('treeitem', { name: new RegExp(called.shelf) });
const row = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} ${called.shelf}`) });
const items = (page: Page) => page.getByRole('list', { name: /^Content of/ }).getByRole('link');

/** The rows as name and level, such as `A1 B2`, in tree order. */
async function shape(page: Page): Promise<string> {
  const found = await rows(page).evaluateAll((all) =>
    all.map((one) => `${one.textContent?.split(' ')[0]}${one.getAttribute('aria-level')}`),
  );
  return found.join(' ');
}

/** Presses a key that moves a row and waits until the move is saved, because Undo reverts the last saved change. */
async function moveBy(page: Page, moved: Locator, key: string): Promise<void> {
  const kept = page.waitForResponse((response) => response.url().endsWith('/place') && response.ok());
  await moved.press(key);
  await kept;
}

const partOf = { before: 0.1, inside: 0.5 };

/** Releases only once the row shows the drop position: a busy browser processes the last mouse move late. */
async function dragTo(page: Page, from: Locator, to: Locator, zone: keyof typeof partOf): Promise<void> {
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('a row is not on screen');
  await page.mouse.move(start.x + 60, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 70, start.y + start.height / 2 + 8, { steps: 3 });
  await page.mouse.move(end.x + 80, end.y + end.height * partOf[zone], { steps: 6 });
  await expect(to.locator(`xpath=ancestor-or-self::*[@data-drop="${zone}"]`)).toHaveCount(1);
  await page.mouse.up();
}

test.describe('Columns', () => {
  test.describe.configure({ mode: 'serial' });
  test.use({ account: 'curator' });
  let session: Session;
  const origin = () => process.env.E2E_ORIGIN ?? '';
  const make = (name: string, parentId: string | null = null) =>
    callApi(origin(), session, createColumn, { body: { name: `${name} ${called.shelf}`, parentId } });
  const columnOf = async (name: string) =>
    (await callApi(origin(), session, listColumns)).find((column) => column.name === `${name} ${called.shelf}`);
  const quills = (...numbers: readonly string[]) => numbers.map((number) => `${called.quill} ${number}`);

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
  test.beforeAll(async ({}, { retry }) => {
    called = attempts[retry] ?? attempts[0];
    session = await signIn(origin(), 'curator');
    const first = await make('A');
    await make('B', first.id);
    await make('C');
    await publish(origin(), session, await makeTexts(origin(), session, quills('one', 'two', 'three')));
  });

  test('change places by keys and by drag, and go back by Undo', async ({ page }) => {
    await page.goto(path);
    await expect.poll(() => shape(page)).toBe('A1 B2 C1');
    await row(page, 'C').click();
    await moveBy(page, row(page, 'C'), 'Alt+ArrowUp');
    await expect.poll(() => shape(page)).toBe('C1 A1 B2');
    await expect(row(page, 'C')).toBeFocused();
    await moveBy(page, row(page, 'C'), 'Alt+ArrowDown');
    await moveBy(page, row(page, 'C'), 'Alt+ArrowRight');
    await expect.poll(() => shape(page)).toBe('A1 B2 C2');
    await notifications(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => shape(page)).toBe('A1 B2 C1');

    await dragTo(page, row(page, 'B'), row(page, 'C'), 'inside');
    await expect.poll(() => shape(page)).toBe('A1 C1 B2');
    await dragTo(page, row(page, 'B'), row(page, 'A'), 'before');
    await expect.poll(() => shape(page)).toBe('B1 A1 C1');
    await expect.poll(async () => (await columnOf('B'))?.parentId).toBe(null);
  });

  test('hold resources by hand in an order with pins, and lose none by mistake', async ({ page }) => {
    const column = await columnOf('A');
    await page.goto(`${path}?id=${column?.id}`);
    await page.getByRole('button', { name: 'Add resources…' }).first().click();
    await page.getByRole('searchbox', { name: 'Add resources…' }).fill(called.quill);
    for (const name of quills('one', 'two', 'three')) {
      await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    }
    await page.getByRole('button', { name: 'Add 3' }).click();
    await expect(items(page)).toHaveText(quills('one', 'two', 'three').map((name) => new RegExp(name)));
    await dragTo(page, items(page).nth(2), items(page).nth(0), 'before');
    await expect(items(page)).toHaveText(quills('three', 'one', 'two').map((name) => new RegExp(name)));
    await page.getByRole('button', { name: `Pin ${called.quill} two` }).click();
    await expect(items(page)).toHaveText(quills('two', 'three', 'one').map((name) => new RegExp(name)));
    await page.getByRole('button', { name: `Remove ${called.quill} three` }).click();
    await expect(items(page)).toHaveText(quills('two', 'one').map((name) => new RegExp(name)));
    await notifications(page).filter({ hasText: 'removed' }).getByRole('button', { name: 'Undo' }).click();
    await expect(items(page)).toHaveText(quills('two', 'three', 'one').map((name) => new RegExp(name)));
    await page.getByRole('tab', { name: /^Preview/ }).click();
    await expect(page.getByRole('article').getByRole('listitem')).toHaveCount(3);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('follow a rule of filter chips, and are deleted with a target for their content', async ({ page }) => {
    const column = await columnOf('C');
    await page.goto(`${path}?id=${column?.id}&tab=settings`);
    await page.getByText('By rule', { exact: true }).click();
    await page.getByRole('searchbox', { name: 'Words' }).fill(called.quill);
    await page.getByRole('button', { name: '+ Filter' }).click();
    await page.getByRole('menuitem', { name: 'Type', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Document' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Matches 3 resources')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('tab', { name: /^Content/ })).toHaveText(/3$/);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('tab', { name: /^Content/ }).click();
    await expect(items(page)).toHaveCount(3);

    await row(page, 'A').click();
    await row(page, 'A').press('Delete');
    const question = page.getByRole('dialog');
    await expect(question).toContainText('It contains 3 resources');
    await question.getByText('Move to another column').click();
    await question.getByRole('combobox', { name: 'Column' }).fill(`B ${called.shelf.slice(0, 2)}`);
    await question.getByRole('option', { name: new RegExp(`^B ${called.shelf}`) }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, 'A')).toHaveCount(0);
    const kept = await columnOf('B');
    const held = await callApi(origin(), session, listColumnItems, { params: { id: kept?.id ?? '' } });
    expect(held.rows.map((item) => item.title).sort()).toEqual(quills('one', 'three', 'two'));
    expect(await columnOf('A')).toBeUndefined();
  });
});
