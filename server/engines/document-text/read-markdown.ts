import { decodeReferences } from './character-references.ts';
import { tidy } from './html-drafts.ts';
import type { Draft, Reading } from './port.ts';
import { decodePlain } from './read-plain.ts';

const fence = /^\s{0,3}(`{3,}|~{3,})/;
const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
const rowRule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

export function readMarkdown(bytes: Buffer): Reading {
  const text = decodePlain(bytes).replace(/^---\n[\s\S]{0,10000}?\n---\n/, '');
  return { drafts: draftsOf(text.split('\n')), drawAs: 'html' };
}

function* draftsOf(lines: string[]): Generator<Draft> {
  let paragraph: string[] = [];
  let fenced: string | undefined;
  const take = (): Draft[] => {
    const text = inline(paragraph.join(' '));
    paragraph = [];
    return text ? [{ text }] : [];
  };
  for (const line of lines) {
    const opened = fence.exec(line)?.[1];
    if (opened && (fenced === undefined || opened.startsWith(fenced))) {
      yield* take();
      fenced = fenced === undefined ? opened : undefined;
      continue;
    }
    if (fenced !== undefined) {
      if (line.trim()) yield { text: tidy(line) };
      continue;
    }
    const bare = line.replace(/^(\s{0,3}>\s?)+/, '');
    const heading = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(bare);
    const underline = /^\s{0,3}(=+|-{2,})\s*$/.exec(bare);
    if (underline && paragraph.length > 0) {
      const text = inline(paragraph.join(' '));
      paragraph = [];
      yield { text, heading: underline[1]?.startsWith('=') ? 1 : 2 };
    } else if (heading) {
      yield* take();
      const text = inline(heading[2] ?? '');
      if (text) yield { text, heading: heading[1]?.length ?? 1 };
    } else if (!bare.trim() || /^\s{0,3}([-*_]\s*){3,}$/.test(bare)) yield* take();
    else if (bare.includes('|') && rowRule.test(bare)) yield* take();
    else if (/^\s*\|.*\|\s*$/.test(bare)) {
      yield* take();
      const cells = bare
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map(inline);
      const text = cells.filter(Boolean).join(' | ');
      if (text) yield { text, cells };
    } else if (item.test(bare)) {
      yield* take();
      const text = inline(item.exec(bare)?.[1] ?? '');
      if (text) yield { text, item: true };
    } else paragraph.push(bare);
  }
  yield* take();
}

/** The text of a line without Markdown formatting. */
function inline(line: string): string {
  const text = line
    .replace(/!\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/\[([^\]]{1,1000})\](\([^)]{0,2000}\)|\[[^\]]{0,200}\])/g, '$1')
    .replace(/<(https?:[^>\s]{1,2000})>/g, '$1')
    .replace(/<\/?[a-zA-Z][^>]{0,1000}>/g, '')
    .replace(/(`+)(.{1,2000}?)\1/g, '$2')
    .replace(/(\*\*|__|~~)(?=\S)(.{1,5000}?\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=[^\s*_])(.{1,5000}?[^\s*_])\1(?!\w)/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1');
  return tidy(decodeReferences(text));
}
