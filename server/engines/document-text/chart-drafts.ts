import { tidy } from './html-drafts.ts';
import type { Draft } from './port.ts';
import { scanMarkup } from './scan-markup.ts';

type Series = { name: string; categories: string[]; values: string[] };
const mostPoints = 2_000;

/** What a chart says: its title, and its numbers as the rows of a table. */
export function* chartDrafts(source: string): Generator<Draft> {
  const series: Series[] = [];
  let title = '';
  const path: string[] = [];
  for (const event of scanMarkup(source, 'xml')) {
    if (event.kind === 'open') {
      if (event.name === 'c:ser') series.push({ name: '', categories: [], values: [] });
      if (!event.isEmpty) path.push(event.name);
    } else if (event.kind === 'close') path.pop();
    else {
      const current = series.at(-1);
      const place = path.at(-1);
      if (place === 'a:t' && path.includes('c:title')) title += event.text;
      if (place !== 'c:v' || !current) continue;
      if (path.includes('c:tx')) current.name += event.text;
      else if (path.includes('c:cat') && current.categories.length < mostPoints) current.categories.push(event.text);
      else if (path.includes('c:val') && current.values.length < mostPoints) current.values.push(event.text);
    }
  }
  if (tidy(title)) yield { text: tidy(title) };
  const [first] = series;
  if (!first) return;
  const rows = [['', ...series.map((one) => one.name)]];
  for (const [index, category] of first.categories.entries()) {
    rows.push([category, ...series.map((one) => one.values[index] ?? '')]);
  }
  for (const cells of rows) {
    const text = cells.filter(Boolean).join(' | ');
    if (text) yield { text, cells };
  }
}
