import type { Page } from '@playwright/test';

export type LoginRedirects = { messages: string[]; redirects: number };

/** Records from page load on which messages appeared and how often the page redirected to login. */
export async function countLoginRedirects(page: Page): Promise<() => Promise<LoginRedirects>> {
  await page.addInitScript(() => {
    const leavings: LoginRedirects = { messages: [], redirects: 0 };
    Object.assign(window, { leavings });
    const note = (node: Node): void => {
      if (!(node instanceof Element)) return;
      const cards = node.matches('.notification') ? [node] : [...node.querySelectorAll('.notification')];
      for (const card of cards) leavings.messages.push(card.querySelector('strong')?.textContent ?? '');
    };
    new MutationObserver((changes) => {
      for (const change of changes) change.addedNodes.forEach(note);
    }).observe(document, { childList: true, subtree: true });
    for (const method of ['pushState', 'replaceState'] as const) {
      const original = history[method].bind(history);
      history[method] = (data, unused, url) => {
        const to = url === undefined || url === null ? location.href : String(url);
        if (new URL(to, location.href).pathname === '/app/auth') leavings.redirects += 1;
        original(data, unused, url);
      };
    }
  });
  return () => page.evaluate(() => (window as unknown as { leavings: LoginRedirects }).leavings);
}
