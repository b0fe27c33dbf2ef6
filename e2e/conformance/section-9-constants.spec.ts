import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';

const failing = '**/api/admin/auth';

// Animations are on here; all other specs turn them off.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('Section 9: notifications', () => {
  test.beforeEach(async ({ page }) => {
    // The clock is paused and moves only when the test advances it.
    await page.clock.install({ time: '2026-03-02T10:00:00Z' });
    await page.clock.pauseAt('2026-03-02T10:00:01Z');
    await page.route(failing, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.goto('/app/home/my');
    await expect(notifications(page)).toHaveCount(1);
  });

  test('are at the top right, 24 px from both edges, 384 px wide', async ({ page }) => {
    // The animation of its entrance moves it for a moment.
    await expect(async () => {
      const box = await notifications(page).boundingBox();
      expect(box).toMatchObject({ width: 384, y: 24 });
      expect(1440 - ((box?.x ?? 0) + (box?.width ?? 0))).toBe(24);
    }).toPass();
  });

  test('disappear after 4.5 seconds', async ({ page }) => {
    await page.clock.runFor(4_300);
    await expect(notifications(page)).toHaveCount(1);
    await page.clock.runFor(300);
    await expect(notifications(page)).toHaveCount(0);
  });

  test('stay while the pointer rests on them', async ({ page }) => {
    await notifications(page).hover();
    await page.clock.runFor(20_000);
    await expect(notifications(page)).toHaveCount(1);
    await page.mouse.move(100, 600);
    await page.clock.runFor(5_000);
    await expect(notifications(page)).toHaveCount(0);
  });
});

test.describe('Section 9: language', () => {
  test.use({ account: null, locale: 'de-DE' });

  test('the page is in English by default, whatever the browser prefers', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  });
});
