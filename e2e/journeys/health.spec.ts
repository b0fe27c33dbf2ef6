import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../lectern-test.ts';
import { pageTitle } from '../screen.ts';

test.describe('Health', () => {
  test.use({ account: 'helper' });

  test('shows engines, queue, disk, database and versions of the running product', async ({ page }) => {
    await page.goto('/app/system/health');
    await expect(pageTitle(page)).toHaveText('Health');
    const main = page.getByRole('main');
    for (const title of ['Engines', 'Queue', 'Disk', 'Database', 'Versions']) {
      await expect(main.getByRole('heading', { name: title, exact: true })).toBeVisible();
    }
    await expect(main).toContainText('FFmpeg');
    await expect(main).toContainText('Embedded');
    const anew = page.waitForResponse((answer) => answer.url().includes('fresh=true'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    expect((await anew).ok()).toBe(true);
    await expect(main.getByText('Checked just now')).toBeVisible();
    await expect(main.getByText('No worker is running')).toHaveCount(0);
  });

  test('a support bundle is made by the worker, its progress is live, and the file can be read', async ({ page }) => {
    await page.goto('/app/system/health');
    await page.getByRole('button', { name: 'Create support bundle' }).click();
    // The page doesn't poll for progress, so this text arrived through the event stream.
    await expect(page.getByText('Done', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
    const link = page.getByRole('link', { name: /^Download / }).first();
    await expect(link).toBeVisible();

    const arrived = page.waitForEvent('download');
    await link.click();
    const download = await arrived;
    const bytes = await readFile(await download.path());
    const text = bytes.toString('utf8');
    expect(download.suggestedFilename()).toMatch(/\.(json|txt|zip|gz)$/);
    expect(createHash('sha256').update(bytes).digest('hex')).toHaveLength(64);
    const bundle = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(bundle).length).toBeGreaterThan(2);
    expect(text).not.toContain('lamp beside the atlas');
  });
});

test.describe('Health for someone with view access only', () => {
  test.use({ account: 'specialist' });

  test('has no button to make a bundle', async ({ page }) => {
    await page.goto('/app/system/health');
    await expect(pageTitle(page)).toHaveText('Health');
    await expect(page.getByRole('heading', { name: 'Support bundles' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create support bundle' })).toHaveCount(0);
  });
});
