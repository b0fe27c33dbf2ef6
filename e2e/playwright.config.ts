import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromium } from './browser.ts';

const results = path.join(import.meta.dirname, '.results');

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: path.join(results, 'traces'),
  globalSetup: './global-setup.ts',
  // Two: more of them make each slower on two cores.
  workers: 2,
  // What needs its second try is named as flaky at the end of the run.
  retries: 1,
  forbidOnly: true,
  // Far above what anything takes: on a machine that is short of processors a page still arrives, only later.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    launchOptions: chromium,
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Shimmers and slides cost a tenth of the processor, and every click waits for them to end.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs more than the test: ask for it by --trace when one fails.
    screenshot: 'only-on-failure',
    actionTimeout: 40_000,
    navigationTimeout: 80_000,
  },
});
