import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Account } from './people.ts';
import { type Session, signIn, storageStateOf } from './session/sign-in.ts';
import { watchPage } from './watch-page.ts';

type Options = {
  /** The signed-in account; null for a visitor. */
  account: Account | null;
};

type Fixtures = {
  /** The session of the test's own page; null for a visitor. */
  session: Session | null;
  /** Opens a page in another browser context with a separate session. */
  openAs(account: Account | null): Promise<Page>;
  /** Problems that must not occur on any page: uncaught errors, content blocked by policy, calls to other hosts. */
  mishaps: string[];
};

export { expect };

export const test = base.extend<Options & Fixtures>({
  account: ['super', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
  baseURL: async ({}, use) => {
    await use(process.env.E2E_ORIGIN);
  },
  session: async ({ account, baseURL }, use) => {
    await use(account ? await signIn(baseURL ?? '', account) : null);
  },
  storageState: async ({ session, baseURL }, use) => {
    await use(session ? storageStateOf(baseURL ?? '', session) : { cookies: [], origins: [] });
  },
  mishaps: [
    async ({ page, baseURL }, use) => {
      const mishaps: string[] = [];
      watchPage(page, baseURL ?? '', mishaps);
      await use(mishaps);
      expect(mishaps).toEqual([]);
    },
    { auto: true },
  ],
  openAs: async ({ browser, baseURL, mishaps, viewport, locale, timezoneId, contextOptions }, use) => {
    const look = { ...contextOptions, viewport, locale, timezoneId };
    const contexts: BrowserContext[] = [];
    await use(async (account) => {
      const origin = baseURL ?? '';
      const storageState = account ? storageStateOf(origin, await signIn(origin, account)) : undefined;
      const context = await browser.newContext({ ...look, baseURL: origin, storageState });
      contexts.push(context);
      const page = await context.newPage();
      watchPage(page, origin, mishaps);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});
