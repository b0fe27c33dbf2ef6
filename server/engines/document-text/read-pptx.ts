import { chartDrafts } from './chart-drafts.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';
import { attributeOf, scanMarkup } from './scan-markup.ts';
import { slideDrafts } from './slide-drafts.ts';
import { resolvePart, type ZipParts, zipParts } from './zip-parts.ts';

const mostSlides = 5_000;
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** PowerPoint of today: slide by slide its shapes, tables, charts and diagrams, and then the notes. */
export async function readPptx(bytes: Buffer): Promise<Reading> {
  const parts = await zipParts(bytes);
  const presentation = await parts.read('ppt/presentation.xml');
  if (presentation === undefined) throw new ReadProblem('damaged', 'The presentation has no list of its slides.');
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

/** What a part refers to within the package. What lies outside of it is not looked at. */
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
