import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { run(context: Document, options: RunOptions): Promise<AxeResults> };

/** What axe finds wrong with the page as it stands, one line per place. */
async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  // As an expression and not as a script element: the content policy allows none.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (chosen) => (window as unknown as { axe: Axe }).axe.run(document, chosen),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary ?? ''}`),
  );
}

/**
 * In both themes, without loading the page again: the look follows the system's. Nothing moves, because half-faded
 * colours are nobody's choice. A theme changes colours and nothing else, so the second look is at those.
 */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  const light = await violationsOf(page, { resultTypes: ['violations'] });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  const dark = await violationsOf(page, { resultTypes: ['violations'], runOnly: ['color-contrast'] });
  return [...light.map((found) => `light: ${found}`), ...dark.map((found) => `dark: ${found}`)];
}
