import { attributeOf, scanMarkup, tidy } from './html-drafts.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';
import { resolvePart, type ZipParts, zipParts } from './zip-parts.ts';

const mostSlides = 5_000;
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** PPTX and PPTM: the shapes, tables, charts and diagrams of each slide, followed by its notes. */
export async function readPptx(bytes: Buffer): Promise<Reading> {
  const parts = await zipParts(bytes);
  const presentation = await parts.read('ppt/presentation.xml');
  if (presentation === undefined) throw new ReadProblem('damaged', 'The presentation has no slide list.');
  const targets = await targetsOf(parts, 'ppt/presentation.xml');
  const drafts: Draft[] = [];
  let slide = 0;
  for (const event of scanMarkup(presentation, 'xml')) {
    if (event.kind !== 'open' || event.name !== 'p:sldId') continue;
    if (++slide > mostSlides) break;
    const target = targets.get(attributeOf(event.attributes, 'r:id') ?? '');
    if (target) drafts.push(...(await readSlide(parts, target.part)).map((draft) => ({ ...draft, slide })));
  }
  return { drafts };
}

async function readSlide(parts: ZipParts, name: string): Promise<Draft[]> {
  const drafts = [...slideDrafts((await parts.read(name)) ?? '')];
  for (const { part, type } of (await targetsOf(parts, name)).values()) {
    if (type === 'chart') drafts.push(...chartDrafts((await parts.read(part)) ?? ''));
    if (type === 'diagramData') drafts.push(...slideDrafts((await parts.read(part)) ?? ''));
  }
  for (const { part, type } of (await targetsOf(parts, name)).values()) {
    if (type === 'notesSlide')
      drafts.push(...[...slideDrafts((await parts.read(part)) ?? '')].map(({ text }) => ({ text })));
  }
  return drafts;
}

type Target = { part: string; type: string };

/** A part's relationships to other parts of the package. External targets are ignored. */
async function targetsOf(parts: ZipParts, name: string): Promise<Map<string, Target>> {
  const file = name.replace(/([^/]+)$/, '_rels/$1.rels');
  const found = new Map<string, Target>();
  for (const event of scanMarkup((await parts.read(file)) ?? '', 'xml')) {
    if (event.kind !== 'open' || event.name !== 'Relationship') continue;
    const value = (attribute: string) => attributeOf(event.attributes, attribute);
    if (value('TargetMode') === 'External') continue;
    const type = (value('Type') ?? '').replace(`${relations}/`, '');
    found.set(value('Id') ?? '', { part: resolvePart(name, value('Target') ?? ''), type });
  }
  return found;
}

type Series = { name: string; categories: string[]; values: string[] };
const mostPoints = 2_000;

/** A chart's title, and its data as table rows. */
function* chartDrafts(source: string): Generator<Draft> {
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

/** Placeholders repeated on every slide: numbers, dates, headers and footers. */
const repeated = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** The paragraphs and table rows of a slide in shape order; titles become headings. */
function* slideDrafts(source: string): Generator<Draft> {
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
