import { expect, test } from '../lectern-test.ts';
import { violationsInBothThemes, violationsInDialog } from './run-axe.ts';

test.describe.configure({ timeout: 120_000 });

test.describe('axe finds nothing, light or dark, on', () => {
  test('the period, the reports and the mail of the overview', async ({ page }) => {
    await page.goto('/app/data/resource');
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await expect(page.getByRole('radio', { name: 'Last 7 days' })).toBeVisible();
    expect(await violationsInBothThemes(page), 'period').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reports' }).click();
    await expect(page.getByRole('menuitem', { name: 'Save as a report…' })).toBeVisible();
    expect(await violationsInBothThemes(page), 'reports').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'By mail…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send by mail' });
    for (const rhythm of ['Every day', 'Every week', 'Every month']) {
      await dialog.getByLabel('By mail, to me').selectOption({ label: rhythm });
      expect(await violationsInDialog(page), rhythm).toEqual([]);
    }
  });

  test('pages of statistics that could not be loaded', async ({ page }) => {
    await page.route(/\/api\/statistics\/|__serverLoader/, (route) => route.abort());
    for (const path of ['/app/data/resource', '/app/data/accessStat?groupBy=college', '/app/data/accessRecord']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(1);
      expect(await violationsInBothThemes(page), path).toEqual([]);
    }
  });

  test('the files of records, and records that are followed', async ({ page }) => {
    await page.goto('/app/data/accessRecord');
    await page.getByRole('button', { name: /^Live/ }).click();
    await expect(page.getByRole('button', { name: /^Live.*(waiting|new)/ })).toBeVisible();
    expect(await violationsInBothThemes(page), 'live').toEqual([]);
    await page.getByRole('button', { name: 'Files…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Files of records' });
    await dialog.getByRole('button', { name: /CSV/ }).click();
    await expect(dialog.getByRole('link', { name: 'Download' }).first()).toBeVisible({ timeout: 60_000 });
    expect(await violationsInDialog(page), 'files').toEqual([]);
  });
});
