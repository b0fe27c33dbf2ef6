import { expect, test } from '../lectern-test.ts';
import { violationsInBothThemes, violationsInDialog, violationsInMenu } from './run-axe.ts';

test.describe('axe finds nothing, light or dark, on', () => {
  test('the period, the reports and the mail of the overview', async ({ page }) => {
    await page.goto('/app/data/resource');
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await expect(page.getByRole('radio', { name: 'Last 7 days' })).toBeVisible();
    expect(await violationsInMenu(page), 'period').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reports' }).click();
    await expect(page.getByRole('menuitem', { name: 'Save as report…' })).toBeVisible();
    expect(await violationsInMenu(page), 'reports').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send by email…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send by email' });
    for (const rhythm of ['Daily', 'Weekly', 'Monthly']) {
      await dialog.getByLabel('Email it to me').selectOption({ label: rhythm });
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
    await expect(page.getByRole('button', { name: /^Live.*(Waiting|new)/ })).toBeVisible();
    expect(await violationsInBothThemes(page), 'live').toEqual([]);
    await page.getByRole('button', { name: 'Background exports…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Background exports' });
    await dialog.getByRole('button', { name: /CSV/ }).click();
    await expect(dialog.getByRole('link', { name: 'Download' }).first()).toBeVisible({ timeout: 60_000 });
    expect(await violationsInDialog(page), 'files').toEqual([]);
  });
});
