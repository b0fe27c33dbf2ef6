import { tidy } from './html-drafts.ts';
import type { Draft } from './port.ts';
import { attributeOf, scanMarkup } from './scan-markup.ts';

/** Numbers, dates and footers that stand on every slide. */
const repeated = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** The paragraphs and table rows of one slide, in the order of its shapes; titles as headings. */
export function* slideDrafts(source: string): Generator<Draft> {
  let text = '';
  let inText = false;
  let placeholder = '';
  let cells: string[] | undefined;
  for (const event of scanMarkup(source, 'xml')) {
    if (event.kind === 'text') {
      if (inText) text += event.text;
      continue;
    }
    const { name } = event;
    const opens = event.kind === 'open';
    if (name === 'a:t') inText = opens && !event.isEmpty;
    else if (name === 'p:sp' || name === 'p:graphicFrame') placeholder = '';
    else if (name === 'p:ph' && opens) placeholder = attributeOf(event.attributes, 'type') ?? '';
    else if (name === 'a:br' || name === 'a:tab') text += ' ';
    else if (name === 'a:tr') {
      if (opens) cells = [];
      else {
        const row = cells ?? [];
        cells = undefined;
        const joined = row.filter(Boolean).join(' | ');
        if (joined) yield { text: joined, cells: row };
      }
    } else if (name === 'a:tc' && opens) cells?.push('');
    else if (name === 'a:p' && !opens) {
      const whole = tidy(text);
      text = '';
      if (!whole || repeated.has(placeholder)) continue;
      if (cells) cells[cells.length - 1] = `${cells.at(-1) ?? ''} ${whole}`.trim();
      else yield { text: whole, ...headingOf(placeholder) };
    }
  }
}

function headingOf(placeholder: string): { heading?: number } {
  if (placeholder === 'title' || placeholder === 'ctrTitle') return { heading: 1 };
  return placeholder === 'subTitle' ? { heading: 2 } : {};
}
