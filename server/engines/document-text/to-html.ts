import type { Draft } from './port.ts';

const mark: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const plain = (text: string) => text.replace(/[&<>]/g, (character) => mark[character] ?? '');

/** A plain page of what was read: no links, no pictures, no scripts, nothing to fetch. */
export function* toHtml(drafts: Iterable<Draft>): Generator<string> {
  yield '<!DOCTYPE html><html><head><meta charset="utf-8"><style>body{font-family:"Noto Sans","Noto Sans CJK SC"}';
  yield 'td{border:1px solid #999;padding:2px 4px}</style></head><body>\n';
  let open = '';
  const enter = (wanted: string) => {
    if (open === wanted) return '';
    const tags = `${open ? `</${open}>` : ''}${wanted ? `<${wanted}>` : ''}`;
    open = wanted;
    return tags;
  };
  for (const { text, heading, cells, item } of drafts) {
    yield enter(cells ? 'table' : item ? 'ul' : '');
    if (cells) yield `<tr>${cells.map((cell) => `<td>${plain(cell)}</td>`).join('')}</tr>\n`;
    else if (item) yield `<li>${plain(text)}</li>\n`;
    else yield heading ? `<h${heading}>${plain(text)}</h${heading}>\n` : `<p>${plain(text)}</p>\n`;
  }
  yield `${enter('')}</body></html>\n`;
}
