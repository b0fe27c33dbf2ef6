import { expect, type Page } from '@playwright/test';

/** Drops a local folder on the middle of the page, as a desktop drag would, and retries until the page reacts. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  const place = { x: Math.round(width / 2), y: Math.round(height / 2) };
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const session = await page.context().newCDPSession(page);
  await expect(async () => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, ...place, data });
    }
    // Retrying is safe: dropping the same files again resumes the existing uploads.
    await expect(page.getByRole('region', { name: 'Uploads' })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await session.detach();
}
