import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The only rule that reads style sheets isn't enabled, so axe doesn't need to fetch them again. */
const always: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

const openMenu = '.menu-list';

type Axe = { run(context: Document | string, options: RunOptions): Promise<AxeResults> };

/** One line per violation that axe finds on the current page. */
async function violationsOf(page: Page, part: string | undefined, options: RunOptions): Promise<string[]> {
  // Evaluated as an expression, because the content security policy blocks injected script elements.
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
 * Checks both themes without a reload, since the theme follows the system. Animations are off, so that half-faded
 * colours don't count; the dark pass checks contrast only, because themes change nothing but colours. `part`: selector
 * to check instead of the whole page, for an overlay on a page already checked.
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

/** Checks the open dialog without the page behind it. */
export async function violationsInDialog(page: Page): Promise<string[]> {
  await expect(page.getByRole('dialog').last()).toBeVisible();
  await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0);
  return violationsInBothThemes(page, 'dialog[open]');
}

/** Checks the open menu or popover without the page behind it. */
export async function violationsInMenu(page: Page): Promise<string[]> {
  await expect(page.locator(openMenu)).toBeVisible();
  return violationsInBothThemes(page, openMenu);
}
