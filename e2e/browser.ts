import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** The one without windows needs a third less of the processor. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Debian's Chromium: no browser is downloaded, and nothing but Lectern is talked to. */
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
  // Without it, names of files on this machine that are not plain ASCII can't be read where nobody set a language.
  env: { ...(process.env as Record<string, string>), LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
};
