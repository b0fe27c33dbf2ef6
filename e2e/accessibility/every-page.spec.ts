import { routes } from '@lectern/contract/routes.ts';
import { expect, test } from '../lectern-test.ts';
import { pageTitle } from '../screen.ts';
import { violationsInBothThemes } from './run-axe.ts';

const addresses = routes
  .filter(({ id, redirect }) => id !== 'auth' && !redirect)
  .map(({ path }) => path.replace('{id}', '42'));
const halves = [addresses.filter((_, at) => at % 2 === 0), addresses.filter((_, at) => at % 2 === 1)];

for (const [at, half] of halves.entries()) {
  test(`axe finds nothing on any page, light or dark, part ${at + 1} of 2`, async ({ page }) => {
    test.setTimeout(300_000);
    for (const address of half) {
      await test.step(address, async () => {
        await page.goto(address, { waitUntil: 'commit' });
        await expect(pageTitle(page)).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect(await violationsInBothThemes(page), address).toEqual([]);
      });
    }
  });
}

test('no page scrolls sideways at 1024 px', async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1024, height: 768 });
  const tabs = ['preferences', 'password', 'sessions', 'activity'].map((tab) => `/app/home/profile?tab=${tab}`);
  for (const address of [...addresses, ...tabs]) {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(pageTitle(page)).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { wanted, given } = await page.evaluate(() => ({
      wanted: Math.max(document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth ?? 0),
      given: document.documentElement.clientWidth,
    }));
    expect(wanted, address).toBeLessThanOrEqual(given);
  }
});
