import { rm } from 'node:fs/promises';
import path from 'node:path';
import { getResource, listMyResources } from '@lectern/contract/features/resource.ts';
import type { Page, Request } from '@playwright/test';
import { violationsInBothThemes } from '../accessibility/run-axe.ts';
import { test as base, expect } from '../lectern-test.ts';
import { pageTitle } from '../screen.ts';
import { callApi } from '../session/call-api.ts';
import { chooseLanguage } from '../uploads/choose-language.ts';
import { dropFolder } from '../uploads/drop-folder.ts';
import { checksumsOf, makeMixedFolder, sha256 } from '../uploads/mixed-folder.ts';
import { NetworkLine } from '../uploads/network-line.ts';

const test = base.extend<{ line: NetworkLine }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
  line: async ({}, use) => {
    const line = await NetworkLine.to(process.env.E2E_ORIGIN ?? '');
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => {
    await use(line.origin);
  },
});
test.use({ account: 'uploader' });

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const headline = (page: Page) => tray(page).getByRole('status');
const numberIn = async (page: Page, pattern: RegExp) =>
  Number(pattern.exec((await headline(page).textContent()) ?? '')?.[1] ?? 0);

test('a folder of 50 files arrives whole after a cut and a reload', async ({ page, session, line }) => {
  if (!session) throw new Error('nobody is signed in');
  const folder = await makeMixedFolder();
  const sources = await checksumsOf(folder);
  expect(Object.keys(sources)).toHaveLength(50);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/app/resource/library');
  await expect(pageTitle(page)).toHaveText('Resource library');
  // Everyone sees what others published; only one's own library is sure to be empty.
  const tree = page.getByRole('tree', { name: 'Libraries and folders' });
  await tree.getByRole('treeitem', { name: /My library/ }).click();
  await expect(page.getByText('No files yet')).toBeVisible();
  line.slow(400_000);
  await dropFolder(page, folder);
  expect(await violationsInBothThemes(page), 'the question for a language').toEqual([]);
  await chooseLanguage(page, 'French');
  await expect(tray(page).getByText('Language: French')).toBeVisible();
  await expect.poll(() => numberIn(page, /Uploading (\d+) of 50/), { intervals: [100] }).toBeGreaterThanOrEqual(5);

  line.cut();
  await expect(tray(page).getByText('Connection lost, retrying', { exact: false }).first()).toBeVisible();
  // Block uploads, so that the page reloads before uploads can reach the server again.
  await page.route('**/api/uploads/*/content', (route) => route.abort());
  line.mend();
  await page.reload();
  await expect(headline(page)).toHaveText(/^Choose \d+ files? again to resume$/);
  const waiting = await numberIn(page, /Choose (\d+) files?/);
  expect(waiting).toBeGreaterThan(0);
  expect(waiting).toBeLessThan(50);

  await page.unroute('**/api/uploads/*/content');
  const offsets: number[] = [];
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() !== 'PATCH') return;
    sent.push(request.url());
    offsets.push(Number(request.headers()['upload-offset']));
  });
  await dropFolder(page, folder);
  await expect(headline(page)).toHaveText('50 files uploaded', { timeout: 60_000 });
  // Files already uploaded aren't sent again, and interrupted ones resume at their offset.
  expect(new Set(sent).size).toBeLessThanOrEqual(waiting);
  expect(Math.max(...offsets)).toBeGreaterThan(0);

  await expect(page.locator('.page-header')).toContainText('50');
  const { origin } = line;
  const { rows } = await callApi(origin, session, listMyResources, { query: { size: '100' } });
  const stored = await Promise.all(
    rows.map(async ({ id }) => {
      const { current } = await callApi(origin, session, getResource, { params: { id } });
      const file = await page.request.get(`${origin}/api${current.url}`);
      const sum = sha256(await file.body());
      expect(current.sha256).toBe(sum);
      return [current.fileName, sum] as const;
    }),
  );
  expect(stored).toHaveLength(50);
  // The language was chosen once and applies to every file, including those sent after the reload.
  expect(new Set(rows.map(({ language }) => language))).toEqual(new Set(['fr']));
  expect(Object.fromEntries(stored)).toEqual(sources);

  await tree.getByRole('treeitem', { name: /My library/ }).press('ArrowRight');
  const own = tree.getByRole('treeitem', { name: new RegExp(path.basename(folder)) });
  await own.press('ArrowRight');
  await tree.getByRole('treeitem', { name: /^Pictures/ }).click();
  await expect(page.locator('.grid-row')).toHaveCount(13);
  await rm(path.dirname(folder), { recursive: true });
});
