import { routes } from '@lectern/contract/routes.ts';
import type { Page } from '@playwright/test';
import { addressOf, expectedOf } from '../conformance/expected-page.ts';
import { expect, test } from '../lectern-test.ts';
import { people } from '../people.ts';
import { goOn, pageTitle } from '../screen.ts';
import { makeResources } from '../seed/make-resources.ts';
import type { Session } from '../session/sign-in.ts';
import { pngOf, wavOf } from '../uploads/small-files.ts';
import { violationsInBothThemes } from './run-axe.ts';

const tabs = ['preferences', 'notifications', 'password', 'sessions', 'activity'];
/**
 * Skips groups, which redirect to a page that is listed anyway, and the login page, which is tested with its messages.
 */
const pages = [
  ...routes
    .filter((route) => expectedOf(route, people.super).route === route)
    .map(({ path, name }) => ({ address: addressOf(path), name })),
  ...tabs.map((tab) => ({ address: `/app/home/profile?tab=${tab}`, name: 'Profile' })),
  ...['board', 'rules'].map((show) => ({ address: `/app/system/task?show=${show}`, name: 'To-do tasks' })),
];
const halves = [pages.filter((_, at) => at % 2 === 0), pages.filter((_, at) => at % 2 === 1)];

const wide = { width: 1440, height: 900 };
const narrow = { width: 1024, height: 768 };

for (const [at, half] of halves.entries()) {
  test(`axe finds nothing on any page, light or dark, and none scrolls sideways at 1024 px, part ${at + 1} of 2`, async ({
    page,
    session,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    if (session) await bringIn(baseURL ?? '', session);
    await page.goto('/app/home/profile');
    for (const { address, name } of half) {
      await test.step(address, async () => {
        await page.setViewportSize(wide);
        await goOn(page, address);
        await expect(page).toHaveTitle(`${name} · Lectern`);
        await expect(pageTitle(page)).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect(await violationsInBothThemes(page), address).toEqual([]);
        await page.setViewportSize(narrow);
        await expect.poll(() => sidewaysPixels(page), { message: address }).toBeLessThanOrEqual(0);
      });
    }
  });
}

/**
 * Seeds files to convert, recognise and transcribe, and one that fails, so that the lists of machine work have rows
 * and causes.
 */
async function bringIn(origin: string, session: Session): Promise<void> {
  await makeResources(origin, session, [
    { name: 'Damaged.pdf', bytes: Buffer.from('%PDF-1.4 and nothing else') },
    { name: 'Board.png', bytes: pngOf([90, 160, 60]) },
    { name: 'Bell.wav', bytes: wavOf(500, 1) },
  ]);
}

/** How many pixels the page is wider than its window. */
function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const wanted = Math.max(document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth ?? 0);
    return wanted - document.documentElement.clientWidth;
  });
}
