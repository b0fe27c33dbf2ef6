import { type Route, routes } from '@lectern/contract/routes.ts';
import { expect, test } from '../lectern-test.ts';
import { type Account, type Person, people } from '../people.ts';
import { goOn, mainMenu, pageTitle } from '../screen.ts';
import { addressOf, expectedMenu, expectedOf } from './expected-page.ts';

/** `web/app/every-role.test.tsx` walks the same routes as every role, without a browser. */
const roles = ['super', 'specialist'] as const satisfies Account[];

/** Lists with detail pages: resources, matches, texts, mails, courses and chapters. */
const listsOfObjects = new Set<unknown>([
  'resource.info',
  'sensitive.resource',
  'handle.img',
  'handle.asr',
  'email.list',
  'course.list',
]);
const isOfAnObject = ({ parentId }: Route): boolean => listsOfObjects.has(parentId);

for (const account of roles) {
  const person: Person = people[account];
  /** The super administrator loads every page from its address; the specialist navigates within the app. */
  const loads = account === 'super';
  test.describe(`Section 2 as ${account}, role ${person.roleId}`, () => {
    test.use({ account });

    test(`every route ${loads ? 'opened by its address' : 'one comes to'} shows its page, or 403 in place`, async ({
      page,
    }) => {
      test.setTimeout(240_000);
      if (!loads) await page.goto('/app/home/profile');
      for (const route of routes) {
        const expected = expectedOf(route, person);
        await test.step(`${route.path} ${expected.shows}`, async () => {
          await (loads ? page.goto(addressOf(route.path), { waitUntil: 'commit' }) : goOn(page, addressOf(route.path)));
          if (expected.shows === 'page') {
            await expect(page).toHaveTitle(`${expected.route.name} · Lectern`);
            await expect(page.locator('.breadcrumb [aria-current="page"]')).toHaveText(expected.route.name);
            await expect(pageTitle(page)).toBeVisible();
            // The detail page of an object that doesn't exist says so.
            if (isOfAnObject(route)) await expect(page.locator('.notice-page-code')).toHaveText('404');
            else await expect(page.locator('.notice-page')).toHaveCount(0);
          } else if (expected.shows === 'forbidden') {
            await expect(pageTitle(page)).toHaveText(`You don’t have access to “${expected.route.name}”`);
            await expect(page.locator('.notice-page-code')).toHaveText('403');
          } else {
            await expect(page.locator('.notice-page-code')).toHaveText(route.path.slice(1));
          }
          expect(new URL(page.url()).pathname).toBe(expected.path);
        });
      }
    });

    test('the menu lists the permitted pages, group by group, and nothing else', async ({ page }) => {
      await page.goto('/app/home/profile');
      await expect(pageTitle(page)).toHaveText('Profile');
      const shown = await mainMenu(page)
        .locator('section')
        .evaluateAll((sections) =>
          sections.map((section) => ({
            group: section.querySelector('h2')?.textContent,
            paths: [...section.querySelectorAll('a')].map((link) => link.getAttribute('href')),
          })),
        );
      expect(shown).toEqual(expectedMenu(person));
    });
  });
}

test.describe('Section 2: where addresses lead', () => {
  test('/ redirects to /app/home/my', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/app/home/my');
    await expect(pageTitle(page)).toHaveText('My resources');
  });

  test('any unknown path redirects to /404', async ({ page }) => {
    for (const path of ['/nothing', '/app', '/app/home/other', '/app/resource/info/detail', '/app/Home/My', '/403/x']) {
      await page.goto(path);
      await expect(page).toHaveURL((url) => url.pathname === '/404');
      await expect(page.locator('.notice-page-code')).toHaveText('404');
      await expect(page.getByText(`There’s no page at ${path}.`)).toBeVisible();
    }
  });

  test('the login page has no global layout', async ({ openAs }) => {
    const page = await openAs(null);
    await page.goto('/app/auth');
    await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
    await expect(page.locator('.shell')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });

  test('hidden groups aren’t in the menu but in the header', async ({ page }) => {
    await page.goto('/app/home/my');
    await expect(mainMenu(page)).toBeVisible();
    await expect(mainMenu(page).getByText('Email management')).toHaveCount(0);
    await expect(mainMenu(page).getByText('System management')).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: 'Email' }).click();
    await expect(page).toHaveURL('/app/email/list');
    await page.getByRole('banner').getByRole('button', { name: 'System management', exact: true }).click();
    await page.getByRole('menuitem', { name: 'College management' }).click();
    await expect(page).toHaveURL('/app/system/subject');
  });
});
