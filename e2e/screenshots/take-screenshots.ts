import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, expect as baseExpect, chromium as browserType } from '@playwright/test';
import { chromium } from '../browser.ts';
import { password } from '../people.ts';
import { Product } from '../product/product.ts';
import { signInWith, storageStateOf } from '../session/sign-in.ts';
import { fillCampus } from './campus/fill-campus.ts';
import { fewColours } from './few-colours.ts';
import { shots } from './shots.ts';

const folder = path.join(import.meta.dirname, '../../docs/screenshots');
const expect = baseExpect.configure({ timeout: 60_000 });

/** Takes the README's screenshots of the built product, light and dark: all of them, or only those named. */
async function takeScreenshots(browser: Browser, origin: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, account, open } of shots) {
    if (names.length > 0 && !names.includes(name)) continue;
    const context = await browser.newContext({
      baseURL: origin,
      storageState: storageStateOf(origin, await signInWith(origin, account, password)),
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
    });
    const page = await context.newPage();
    await open(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^((?!dark).)*$/);
      await page.mouse.move(0, 899);
      await writeFile(path.join(folder, `${name}-${colorScheme}.png`), await fewColours(await page.screenshot()));
    }
    await context.close();
  }
}

const product = await Product.start();
const browser = await browserType.launch(chromium);
try {
  await fillCampus(product, browser);
  await takeScreenshots(browser, product.origin, process.argv.slice(2));
} finally {
  await browser.close();
  await product.stop();
}
