import type { Page } from '@playwright/test';

/** Names, keys and terms that stay in Latin script in Chinese text. */
const allowed = new Set([
  'Lectern',
  'Ctrl',
  'Esc',
  'Enter',
  'Tab',
  'English',
  'API',
  'OCR',
  'AI',
  'IP',
  'Token',
  'WeCom',
  'MB',
  'GB',
  'polyglot',
]);
const places = ['Europe', 'Berlin'];

/** Latin words of two or more letters on the page, including labels and titles. */
export async function latinWordsOf(page: Page): Promise<string[]> {
  const labels = await page
    .locator('[aria-label], [title], [placeholder], [alt]')
    .evaluateAll((elements) =>
      elements.flatMap((element) =>
        ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      ),
    );
  const texts = [await page.title(), (await page.locator('#root').textContent()) ?? '', ...labels];
  // Skip paths, environment variables and codes, which are names too.
  const words =
    texts
      .join('\n')
      .replace(/\/[\w/{}]+|[A-Z]+(?:_[A-Z]+)+/g, ' ')
      .match(/[A-Za-z]{2,}/g) ?? [];
  return [...new Set(words)].filter((word) => !allowed.has(word) && !places.includes(word));
}
