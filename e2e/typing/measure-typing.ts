import { type Browser, chromium as browserType, expect, type Page } from '@playwright/test';
import { table } from '../../bench/report.ts';
import { chromium } from '../browser.ts';
import type { StorageState } from '../session/sign-in.ts';
import { type KeyCase, keyCases } from './key-cases.ts';
import { type LongestTask, longestTask } from './longest-task.ts';

/** In ms: long enough for everything a key press triggers to finish, so that each task belongs to one key. */
const pauseMs = 250;

type Opened = { origin: string; storageState: StorageState; path: string };

export async function measureTyping({ origin, storageState, path }: Opened): Promise<Map<string, LongestTask>> {
  const browser = await browserType.launch(chromium);
  try {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ baseURL: origin, viewport, storageState });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Lines of text' })).toBeVisible({ timeout: 60_000 });
    await page.waitForTimeout(2_000);
    const longest = new Map<string, LongestTask>();
    for (const one of keyCases) longest.set(one.name, await measure(browser, page, one));
    return longest;
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, page: Page, { times, ready, press }: KeyCase): Promise<LongestTask> {
  await ready?.(page);
  await page.waitForTimeout(pauseMs * 2);
  return longestTask(browser, page, async () => {
    for (let time = 0; time < times; time += 1) {
      await press(page);
      await page.waitForTimeout(pauseMs);
    }
  });
}

export function typingTable(longest: ReadonlyMap<string, LongestTask>): string {
  const rows = [...longest].map(([name, { wall, computed, tasks }]) => [
    name,
    computed.toFixed(1),
    wall.toFixed(1),
    tasks,
  ]);
  return table([['key', 'longest task: computed ms', 'as it took ms', 'over 50 ms'], ...rows]);
}
