import { listGroupChoices } from '@lectern/contract/features/default-group.ts';
import { createUser } from '@lectern/contract/features/user.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { adminPassword } from '../people.ts';
import { Product } from '../product/product.ts';
import { mainMenu, pageTitle } from '../screen.ts';
import { callApi } from '../session/call-api.ts';
import { type Session, signIn } from '../session/sign-in.ts';

/** A product of its own, because the others' people and resources would tick the checklist. */
const test = base.extend<object, { fresh: { product: Product; admin: Session } }>({
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      const product = await Product.start();
      await use({ product, admin: await signIn(product.origin, 'admin') });
      await product.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ fresh }, use) => {
    await use(fresh.product.origin);
  },
});
test.describe.configure({ mode: 'serial' });

async function logIn(page: Page, account: string, typed: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Username', { exact: true }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const chosen = 'three green bottles';

/** The first login of someone with a one-time password. */
async function firstLogIn(page: Page, account: string, oneTime: string): Promise<void> {
  await logIn(page, account, oneTime);
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByLabel('Repeat new password').fill(chosen);
  const current = page.getByLabel('Current password');
  if (await current.isVisible()) await current.fill(oneTime);
  await page.getByRole('button', { name: 'Save and continue' }).click();
}

type Wanted = { account: string; roleId: 2 | 3 | 4; groupId?: string | null };

async function makeUser({ product, admin }: { product: Product; admin: Session }, wanted: Wanted): Promise<string> {
  const nobody = { email: null, phone: null, departmentId: null, positionId: null };
  const { handover } = await callApi(product.origin, admin, createUser, {
    body: { name: `Person ${wanted.account}`, ...nobody, ...wanted },
  });
  if (handover.by !== 'password') throw new Error('No password was handed over');
  return handover.password;
}

const isReady = (page: Page) => expect(page.getByRole('main').locator('.skeleton, [aria-busy="true"]')).toHaveCount(0);

test('a super administrator finds the checklist, and it ticks as they go', async ({ page }) => {
  await logIn(page, 'admin', adminPassword);
  await expect(pageTitle(page)).toHaveText('My resources');
  const checklist = page.getByRole('region', { name: 'Set up Lectern' });
  await expect(checklist).toContainText('0 of 5 done');
  await checklist.getByRole('link', { name: 'Users' }).click();
  await expect(pageTitle(page)).toHaveText('User management');

  await page.getByRole('button', { name: 'New user' }).click();
  const dialog = page.getByRole('dialog', { name: 'New user' });
  const group = dialog.getByLabel('Permission group');
  await expect(group.locator('option:checked')).toHaveText('Teacher');
  await dialog.getByLabel('Role').selectOption({ label: 'Recruitment specialist' });
  await expect(group.locator('option:checked')).toHaveText('Department specialist');
  await dialog.getByLabel('Role').selectOption({ label: 'User' });
  const warning = dialog.getByText('This user won’t be able to open any page.');
  await group.selectOption({ label: 'None' });
  await expect(warning).toBeVisible();
  await group.selectOption({ label: 'Reviewer' });
  await expect(warning).toHaveCount(0);
  await dialog.getByLabel('Name', { exact: true }).fill('Rena Reviewer');
  await dialog.getByLabel('Username').fill('rena');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('banner').getByRole('button', { name: 'System management', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Permission group assignment' }).click();
  await expect(page.getByRole('link', { name: 'Course editor' })).toBeVisible();
  await expect(page.getByText('Default for User')).toBeVisible();

  await page.goto('/');
  await expect(checklist).toContainText('1 of 5 done');
  await checklist.getByRole('button', { name: 'Hide' }).click();
  await expect(checklist).toHaveCount(0);
  await page.reload();
  await expect(pageTitle(page)).toHaveText('My resources');
  await expect(checklist).toHaveCount(0);
});

test('a teacher lands on My resources, ready to upload, and sees nothing they can’t use', async ({ page, fresh }) => {
  await firstLogIn(page, 'teacher', await makeUser(fresh, { account: 'teacher', roleId: 4 }));
  await expect(pageTitle(page)).toHaveText('My resources');
  await expect(page.getByRole('main').getByText('Drop', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'System management' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Set up Lectern' })).toHaveCount(0);
  const pages = mainMenu(page).getByRole('link');
  await expect(pages).toHaveText(['My resources', 'My favourites', 'Resource library']);
  for (const name of ['My favourites', 'Resource library']) {
    await mainMenu(page).getByRole('link', { name }).click();
    await expect(pageTitle(page)).toHaveText(name);
    await isReady(page);
  }
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Tasks/ })
    .click();
  await expect(pageTitle(page)).toHaveText('To-do tasks');
});

test('a department specialist lands on My resources and can open every page of the menu', async ({ page, fresh }) => {
  await firstLogIn(page, 'specialist', await makeUser(fresh, { account: 'specialist', roleId: 3 }));
  await expect(pageTitle(page)).toHaveText('My resources');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Email' })).toHaveCount(0);
  const links = mainMenu(page).getByRole('link');
  await expect(links).toHaveCount(18);
  for (const link of await links.all()) {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(pageTitle(page)).toBeVisible();
    await expect(page.getByText('You don’t have access', { exact: false })).toHaveCount(0);
  }
});

test('an administrator lands on My resources with the checklist', async ({ page, fresh }) => {
  await firstLogIn(page, 'chief', await makeUser(fresh, { account: 'chief', roleId: 2 }));
  await expect(page.getByRole('region', { name: 'Set up Lectern' })).toContainText('1 of 5 done');
});

for (const name of ['Reviewer', 'Course editor', 'Web editor']) {
  test(`someone in “${name}” lands on My resources and can open every page of the menu`, async ({ page, fresh }) => {
    const groups = await callApi(fresh.product.origin, fresh.admin, listGroupChoices);
    const groupId = groups.find((group) => group.name === name)?.id ?? null;
    const account = name.toLowerCase().replace(' ', '.');
    await firstLogIn(page, account, await makeUser(fresh, { account, roleId: 4, groupId }));
    await expect(pageTitle(page)).toHaveText('My resources');
    for (const link of await mainMenu(page).getByRole('link').all()) {
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(pageTitle(page)).toBeVisible();
    }
  });
}

test('someone without a group lands on their profile and requests access', async ({ page, fresh }) => {
  await firstLogIn(page, 'nobody', await makeUser(fresh, { account: 'nobody', roleId: 4, groupId: null }));
  await expect(pageTitle(page)).toHaveText('Profile');
  const card = page.getByRole('region', { name: 'You can’t open any page yet' });
  await card.getByRole('button', { name: 'Request access' }).click();
  await card.getByRole('button', { name: 'Send request' }).click();
  await expect(card.getByText('Access requested', { exact: false })).toBeVisible();
});
