import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromium } from './browser.ts';

const results = path.join(import.meta.dirname, '.results');

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: path.join(results, 'traces'),
  globalSetup: './global-setup.ts',
  // More than two slow each other down on two cores.
  workers: 2,
  // Tests that pass only on retry are listed as flaky at the end of the run.
  retries: 1,
  forbidOnly: true,
  // Far longer than anything takes: on a slow machine a page still arrives, only later.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    launchOptions: chromium,
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Animations take a tenth of the CPU, and every click waits for them to end.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces cost more than the tests themselves; use --trace when a test fails.
    screenshot: 'only-on-failure',
    actionTimeout: 40_000,
    navigationTimeout: 80_000,
  },
});
