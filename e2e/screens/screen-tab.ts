import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '@lectern/contract/language.ts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Session, storageStateOf } from '../session/sign-in.ts';

/** The words on one screen, for proofreading. */
export type Screen = {
  name: string;
  file: string;
  route: string;
  /** Visible lines, including the values of fields. */
  lines: string[];
  labels: string[];
  placeholders: string[];
  titles: string[];
};

export type Look = { language: Language; width: number; theme: 'light' | 'dark'; folder: string };

const usualHeight = 900;
const tallest = 2_600;

/** Overlays such as dialogs, menus and panels; the last one is on top. */
export const overlays = 'dialog[open], [role="dialog"], .menu-list, [role="menu"]';

/**
 * POST calls that change nothing visible; locks are needed to open editors. Every other write is held back, so that
 * screens keep showing the same data.
 */
const harmless =
  /\/(preview|impact|audience|selection|auth\/refresh|words\/test|twoFactor\/setup|two-factor\/setup|lock|check)(\?|$)/;
/** Writes sent without a click, such as drafts and read notifications. */
const unasked = /\/(draft|notifications\/read|columns|view)(\?|$)/;

/** A browser tab that explores without changing any data. */
export class ScreenTab {
  readonly page: Page;
  readonly look: Look;
  /** A click tried to write something and was held back. */
  heldBack = false;
  mayWrite = false;
  readonly #context: BrowserContext;
  readonly #screens: Map<string, Screen>;
  readonly #pending = new Set<object>();

  private constructor(context: BrowserContext, page: Page, look: Look, screens: Map<string, Screen>) {
    this.#context = context;
    this.page = page;
    this.look = look;
    this.#screens = screens;
  }

  static async open(
    browser: Browser,
    origin: string,
    session: Session | null,
    look: Look,
    screens: Map<string, Screen>,
  ) {
    const { language, theme, width } = look;
    const preferences = { theme, density: 'comfortable', language };
    const { cookies, origins } = session ? storageStateOf(origin, session) : { cookies: [], origins: [] };
    const items = [
      ...(origins[0]?.localStorage ?? []),
      { name: 'lectern.preferences', value: JSON.stringify(preferences) },
    ];
    const context = await browser.newContext({
      baseURL: origin,
      storageState: { cookies, origins: [{ origin, localStorage: items }] },
      viewport: { width, height: usualHeight },
      colorScheme: theme,
      locale: language === 'zh' ? 'zh-CN' : 'en-GB',
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
      acceptDownloads: false,
    });
    const page = await context.newPage();
    const tab = new ScreenTab(context, page, look, screens);
    await tab.#watch();
    return tab;
  }

  async #watch(): Promise<void> {
    const { page } = this;
    page.setDefaultTimeout(60_000);
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    this.#context.on('page', (other) => void other.close().catch(() => undefined));
    page.on('request', (request) => {
      const isAwaited = /fetch|xhr|script|stylesheet/.test(request.resourceType());
      if (isAwaited && !/\/events\b/.test(request.url())) this.#pending.add(request);
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    await page.route('**/api/**', async (route) => {
      const request = route.request();
      const method = request.method();
      if (this.mayWrite || method === 'GET' || method === 'HEAD') return route.fallback();
      const url = request.url();
      if (harmless.test(url) && !/mails\/|webhook\//.test(url)) return route.fallback();
      if (/mails\/(audience|preview)$/.test(url)) return route.fallback();
      // Never respond: a response would put its own message on screen.
      this.#pending.delete(request);
      if (!unasked.test(url)) this.heldBack = true;
    });
    await page.addInitScript(() => {
      const state = window as unknown as { changedAt: number };
      state.changedAt = performance.now();
      const watch = () =>
        new MutationObserver(() => {
          state.changedAt = performance.now();
        }).observe(document, { childList: true, characterData: true, subtree: true });
      watch();
    });
  }

  async goto(address: string): Promise<void> {
    this.heldBack = false;
    this.#pending.clear();
    await this.page.goto('about:blank');
    await this.page.goto(address, { waitUntil: 'domcontentloaded' });
    await this.settle();
  }

  /** Answers matching calls with this instead of letting them reach the product. */
  async answer(path: RegExp, status: number, envelope: object): Promise<void> {
    await this.page.route(path, (route) => route.fulfill({ status, json: envelope }));
  }

  /** Waits until nothing is loading and the page hasn't changed for a moment. */
  async settle(patienceMs = 20_000): Promise<void> {
    const giveUpAt = Date.now() + patienceMs;
    while (Date.now() < giveUpAt) {
      const quiet = await this.page
        .evaluate(() => {
          const { changedAt } = window as unknown as { changedAt: number };
          const busy = document.querySelector('[aria-busy="true"], .skeleton');
          const hasTitle = document.querySelector('main h1, .login, dialog[open]');
          return document.readyState !== 'loading' && hasTitle && !busy && performance.now() - changedAt > 120;
        })
        .catch(() => false);
      if (quiet && this.#pending.size === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  get overlays(): Promise<number> {
    return this.page.evaluate(
      (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length,
      overlays,
    );
  }

  /** The words of the topmost overlay, or of the page if there is none. */
  read(): Promise<Omit<Screen, 'name' | 'file' | 'route'>> {
    return this.page.evaluate((selector) => {
      const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const over = [...document.querySelectorAll(selector)].filter(shown).at(-1);
      const roots = [
        over ?? document.querySelector('.login') ?? document.querySelector('main') ?? document.body,
        ...document.querySelectorAll('.notifications, .banner, .selection-bar'),
      ];
      const all = (attribute: string) => [
        ...new Set(
          roots.flatMap((root) =>
            [root, ...root.querySelectorAll(`[${attribute}]`)]
              .filter(shown)
              .flatMap((element) => element.getAttribute(attribute)?.trim() || []),
          ),
        ),
      ];
      const values = roots.flatMap((root) =>
        [...root.querySelectorAll<HTMLInputElement>('input:not([type=password]), textarea')].flatMap(
          ({ type, value }) => (/checkbox|radio|file|range|color/.test(type) ? [] : value.split('\n')),
        ),
      );
      // biome-ignore lint/performance/useDomNodeTextContent: readers go over what is seen
      const lines = [...roots.flatMap((root) => (root as HTMLElement).innerText.split('\n')), ...values];
      const labels = all('aria-label');
      return {
        lines: [...new Set(lines.map((line) => line.trim()).filter(Boolean))],
        labels,
        placeholders: all('placeholder'),
        titles: [...new Set([...all('title'), ...all('alt')])].filter((title) => !labels.includes(title)),
      };
    }, overlays);
  }

  /** Captures the full content of the screen as a picture, and its words. */
  async take(name: string, words?: Omit<Screen, 'name' | 'file' | 'route'>): Promise<void> {
    const { page, look } = this;
    const size = page.viewportSize() ?? { width: look.width, height: usualHeight };
    const hidden = await page.evaluate(() => {
      const scrollers = [...document.querySelectorAll('main, main *, dialog[open], dialog[open] *, .menu-list')];
      const excess = scrollers.map((element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) && element.clientHeight > 80
          ? element.scrollHeight - element.clientHeight
          : 0,
      );
      return Math.max(0, ...excess);
    });
    const taller = hidden > 4;
    if (taller) {
      await page.setViewportSize({ ...size, height: Math.min(tallest, size.height + hidden + 40) });
      await this.settle(2_000);
    }
    let file = `${name}.png`;
    for (let again = 2; this.#screens.has(file); again += 1) file = `${name}-${again}.png`;
    const { pathname, search } = new URL(page.url());
    this.#screens.set(file, { name, file, route: pathname + search, ...(words ?? (await this.read())) });
    await mkdir(path.join(look.folder), { recursive: true });
    await writeFile(path.join(look.folder, file), await page.screenshot({ animations: 'disabled' }));
    if (!taller) return;
    await page.setViewportSize(size);
    await this.settle(2_000);
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
