import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { decodeReferences } from './character-references.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';

export function readHtml(bytes: Buffer): Reading {
  const source = decodeHtml(bytes);
  const title = htmlTitle(source);
  return { drafts: htmlDrafts(source), drawAs: 'html', ...(title && { title }) };
}

/** Uses the byte order mark, then the declared charset, then detection. */
function decodeHtml(bytes: Buffer): string {
  const said = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,30})/i.exec(bytes.toString('latin1', 0, 4096))?.[1];
  const marked = bytes[0] === 0xef || bytes[0] === 0xff || bytes[0] === 0xfe;
  if (said && !marked) {
    try {
      return new TextDecoder(said).decode(bytes);
    } catch {
      // Unknown charset name: detect the encoding instead.
    }
  }
  const decoded = decodeText(bytes);
  if (!decoded) throw new ReadProblem('damaged', 'The text encoding couldn’t be recognised. Save the file as UTF-8.');
  return decoded.text;
}

type MarkupEvent =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** Elements whose content isn't markup. */
const rawElements = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'noscript',
  'iframe',
  'xmp',
  'noembed',
  'noframes',
]);
/** Real documents nest about 40 levels. This code doesn't recurse, but other readers of the same file may. */
const deepest = 400;

/**
 * Streams XML or HTML as events in one pass without recursion. Declarations, comments and document types are skipped:
 * no entity is resolved or expanded.
 */
export function* scanMarkup(source: string, language: 'xml' | 'html'): Generator<MarkupEvent> {
  let at = 0;
  let depth = 0;
  while (at < source.length) {
    const start = source.indexOf('<', at);
    if (start !== at) {
      const text = source.slice(at, start < 0 ? source.length : start);
      yield { kind: 'text', text: decodeReferences(text) };
      if (start < 0) return;
    }
    const skipped = afterDeclaration(source, start);
    if (skipped !== undefined) {
      const { end, text } = skipped;
      if (text !== undefined) yield { kind: 'text', text };
      at = end;
      continue;
    }
    const end = endOfTag(source, start);
    const found = /^<(\/?)([a-zA-Z][^\s/>]{0,100})/.exec(source.slice(start, start + 110));
    if (!found || end < 0) {
      yield { kind: 'text', text: '<' };
      at = start + 1;
      continue;
    }
    at = end + 1;
    const name = language === 'html' ? (found[2] ?? '').toLowerCase() : (found[2] ?? '');
    if (found[1]) {
      depth -= 1;
      yield { kind: 'close', name };
      continue;
    }
    const isEmpty = source[end - 1] === '/';
    if (language === 'xml' && !isEmpty && ++depth > deepest) {
      throw new ReadProblem('tooLarge', 'The document is nested too deeply.');
    }
    yield { kind: 'open', name, attributes: source.slice(start + found[0].length, isEmpty ? end - 1 : end), isEmpty };
    if (language === 'html' && rawElements.has(name) && !isEmpty) {
      const close = closingOf(source, name, at);
      yield { kind: 'text', text: decodeReferences(source.slice(at, close)) };
      at = close;
    }
  }
}

function afterDeclaration(source: string, start: number): { end: number; text?: string } | undefined {
  const upTo = (mark: string) => {
    const found = source.indexOf(mark, start);
    return found < 0 ? source.length : found + mark.length;
  };
  if (source.startsWith('<!--', start)) return { end: upTo('-->') };
  if (source.startsWith('<![CDATA[', start)) {
    const end = upTo(']]>');
    return { end, text: source.slice(start + 9, Math.max(start + 9, end - 3)) };
  }
  if (source.startsWith('<?', start)) return { end: upTo('>') };
  if (!source.startsWith('<!', start)) return undefined;
  const end = upTo('>');
  // The internal subset of a document type, which may contain further declarations.
  const opens = source.indexOf('[', start);
  if (opens < 0 || opens > end) return { end };
  const closes = source.indexOf(']', opens);
  const last = closes < 0 ? -1 : source.indexOf('>', closes);
  return { end: last < 0 ? source.length : last + 1 };
}

/** The end of a tag, ignoring `>` inside quotes. */
function endOfTag(source: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source[at];
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '>') return at;
    else if ((character === '"' || character === "'") && source[at - 1]?.match(/[=\s]/)) quote = character;
  }
  return -1;
}

function closingOf(source: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}[\\s/>]`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? source.length;
}

export function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : decodeReferences(value);
}

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
/** A longer cell, in characters, is page layout rather than a data table. */
const largestCell = 500;

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
