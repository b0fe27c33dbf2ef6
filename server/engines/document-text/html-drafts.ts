import type { Draft } from './port.ts';
import { attributeOf, scanMarkup } from './scan-markup.ts';

const breaking = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre section summary table tbody tfoot thead
  tr ul`.split(/\s+/),
);
const unseen = new Set(
  'script style head title noscript template svg math iframe object embed audio video canvas textarea select'.split(
    ' ',
  ),
);
const endless = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** A cell that holds more is part of a page's layout rather than of a table. */
const largestCell = 500;

/** The visible text of a page, in blocks. */
export function* htmlDrafts(source: string): Generator<Draft> {
  let text = '';
  let heading = 0;
  let item = false;
  let cells: string[] | undefined;
  let hidden: { name: string; depth: number } | undefined;
  const take = (): Draft[] => {
    const whole = tidy(text);
    text = '';
    const row = cells;
    if (row) {
      row.push(whole);
      cells = [];
      while (row.at(-1) === '') row.pop();
      return row.length > 0 ? [{ text: row.filter(Boolean).join(' | '), cells: row }] : [];
    }
    return whole ? [{ text: whole, ...(heading > 0 && { heading }), ...(item && { item }) }] : [];
  };
  for (const event of scanMarkup(source, 'html')) {
    if (hidden) {
      if (event.kind === 'open' && event.name === hidden.name && !event.isEmpty) hidden.depth += 1;
      if (event.kind === 'close' && event.name === hidden.name && --hidden.depth === 0) hidden = undefined;
      continue;
    }
    if (event.kind === 'text') {
      text += event.text;
      continue;
    }
    const { name } = event;
    if (event.kind === 'open' && isHidden(name, event.attributes)) {
      if (!event.isEmpty && !endless.has(name)) hidden = { name, depth: 1 };
      continue;
    }
    if (name === 'br') text += ' ';
    if (name === 'td' || name === 'th') {
      if (event.kind === 'open' && cells && text.trim()) cells.push(tidy(text));
      if (event.kind === 'close' && cells) cells.push(tidy(text));
      if (cells) text = '';
      continue;
    }
    if (!breaking.has(name)) continue;
    const inCell = cells !== undefined && name !== 'tr' && name !== 'table';
    if (inCell && text.length < largestCell) {
      text += ' ';
      continue;
    }
    yield* take();
    if (name === 'tr') cells = event.kind === 'open' ? [] : undefined;
    if (name === 'table') cells = undefined;
    if (/^h[1-6]$/.test(name)) heading = event.kind === 'open' ? Number(name[1]) : 0;
    if (name === 'li') item = event.kind === 'open';
  }
  yield* take();
}

function isHidden(name: string, attributes: string): boolean {
  if (unseen.has(name)) return true;
  if (/(^|\s)hidden(\s|=|$)/i.test(attributes)) return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributeOf(attributes, 'style') ?? '');
}

export function tidy(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ').trim();
}

export function htmlTitle(source: string): string | undefined {
  const found = /<title[^>]{0,200}>([^<]{1,500})</i.exec(source.slice(0, 100_000));
  return found?.[1] ? tidy(found[1]) : undefined;
}
