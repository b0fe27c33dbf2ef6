import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The only rule that reads the text of style sheets is none of those that run: axe need not fetch them again. */
const always: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

const openMenu = '.menu-list';

type Axe = { run(context: Document | string, options: RunOptions): Promise<AxeResults> };

/** What axe finds wrong with the page as it stands, one line per place. */
async function violationsOf(page: Page, part: string | undefined, options: RunOptions): Promise<string[]> {
  // As an expression and not as a script element: the content policy allows none.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    ([within, chosen]) => (window as unknown as { axe: Axe }).axe.run(within ?? document, chosen),
    [part, options] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary ?? ''}`),
  );
}

/**
 * In both themes, without loading the page again: the look follows the system's. Nothing moves, because half-faded
 * colours are nobody's choice. A theme changes colours and nothing else, so the second look is at those. `part`: only
 * what matches this, for what lies over a page that was looked at before.
 */
export async function violationsInBothThemes(page: Page, part?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  const light = await violationsOf(page, part, always);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  const dark = await violationsOf(page, part, { ...always, runOnly: ['color-contrast'] });
  return [...light.map((found) => `light: ${found}`), ...dark.map((found) => `dark: ${found}`)];
}

/** The dialog in front, without the page behind it. */
export async function violationsInDialog(page: Page): Promise<string[]> {
  await expect(page.getByRole('dialog').last()).toBeVisible();
  await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0);
  return violationsInBothThemes(page, 'dialog[open]');
}

/** The open menu or the small panel at its button, without the page behind it. */
export async function violationsInMenu(page: Page): Promise<string[]> {
  await expect(page.locator(openMenu)).toBeVisible();
  return violationsInBothThemes(page, openMenu);
}
