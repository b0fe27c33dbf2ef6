import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** The headless shell comes first: it uses a third less CPU. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Debian's Chromium, so no browser is downloaded; the settings keep it from contacting anything but Lectern. */
export const chromium: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? installed.find((one) => existsSync(one)),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  // Otherwise file names outside ASCII can't be read on machines without a locale.
  env: { ...(process.env as Record<string, string>), LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
};
