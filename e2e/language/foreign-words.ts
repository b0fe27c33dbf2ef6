import type { Page } from '@playwright/test';

/** English that browsers and Intl formats produce for dates, durations, sizes and language names. */
const fromIntl =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b|\b(?:just now|now|ago|in|hr|min|sec|days?|weeks?|yesterday|tomorrow|bytes?|and)\b/g;

export type Reading = { hardCoded: string[]; clipped: string[] };

/** Texts on screen, including labels and hints, that don't come from the catalogue, and labels that are cut off. */
export async function readScreen(page: Page, data: RegExp): Promise<Reading> {
  const { texts, clipped } = await page.evaluate(() => {
    const texts: string[] = [];
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const isData = (element: Element) =>
      element.closest('[lang]:not(html), code, kbd, pre, script, style, option') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent && node.nodeValue?.trim() && isShown(parent) && !isData(parent)) texts.push(node.nodeValue.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (!isShown(element) || isData(element)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const value = element.getAttribute(name);
        if (value) texts.push(value);
      }
    }
    const labels = 'button, [role=tab], [role=menuitem], label, legend, h1, h2, h3, dt, [role=columnheader] > *';
    const clipped = [...document.querySelectorAll<HTMLElement>(labels)]
      .filter((element) => {
        if (!isShown(element) || element.closest('[title]') || element.clientWidth < 4) return false;
        const { overflowX } = getComputedStyle(element);
        return overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      })
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className}: ${(element.textContent ?? '').slice(0, 60)}`,
      );
    return { texts, clipped };
  });
  const hardCoded = texts.filter((text) => /[A-Za-z]{3}/.test(text.replace(data, '').replace(fromIntl, '')));
  return { hardCoded: [...new Set(hardCoded)], clipped: [...new Set(clipped)] };
}
