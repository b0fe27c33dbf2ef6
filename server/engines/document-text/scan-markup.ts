import { decodeReferences } from './character-references.ts';
import { ReadProblem } from './port.ts';

export type MarkupEvent =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** What stands in these is no markup. */
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
/** Real documents nest some forty deep. Nothing here recurses, but whoever reads the same file next may. */
const deepest = 400;

/**
 * XML or HTML as a row of events, in one pass without recursion. Declarations, comments and whatever a document type
 * defines are passed over: nothing is looked up, nothing expands.
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
      throw new ReadProblem('tooLarge', 'The document is nested deeper than any that people write.');
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
  // The inner part of a document type, which may hold further declarations.
  const opens = source.indexOf('[', start);
  if (opens < 0 || opens > end) return { end };
  const closes = source.indexOf(']', opens);
  const last = closes < 0 ? -1 : source.indexOf('>', closes);
  return { end: last < 0 ? source.length : last + 1 };
}

/** The end of a tag; a `>` in quotes is none. */
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
