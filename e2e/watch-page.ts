import type { Page } from '@playwright/test';

/** Records errors that no Lectern page may cause, in any test. */
export function watchPage(page: Page, origin: string, mishaps: string[]): void {
  page.on('pageerror', (error) => mishaps.push(`uncaught on ${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Minified React error|hydrat/i.test(text)) mishaps.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && to !== origin) mishaps.push(`a call to another host: ${request.url()}`);
  });
}
