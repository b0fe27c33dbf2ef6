import { attributeOf, scanMarkup, tidy } from './html-drafts.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';
import { zipParts } from './zip-parts.ts';

/** Elements that readers of the document don't see. */
const unseen = new Set([
  'office:annotation',
  'text:tracked-changes',
  'svg:title',
  'svg:desc',
  'office:forms',
  'text:note-citation',
]);

type Paragraph = { text: string; heading: number };

export async function readOpenDocument(bytes: Buffer): Promise<Reading> {
  const parts = await zipParts(bytes);
  if (/encryption-data/.test((await parts.read('META-INF/manifest.xml')) ?? '')) {
    throw new ReadProblem('protected', 'A password is needed.');
  }
  const content = await parts.read('content.xml');
  if (content === undefined) throw new ReadProblem('damaged', 'The document has no content.');
  return { drafts: draftsOf(content) };
}

function* draftsOf(content: string): Generator<Draft> {
  // Paragraphs can be nested, in text boxes or footnotes; the inner ones follow their parent.
  const open: Paragraph[] = [];
  const rows: string[][] = [];
  let later: Draft[] = [];
  let slide = 0;
  let list = 0;
  let unseenDepth = 0;
  for (const event of scanMarkup(content, 'xml')) {
    if (event.kind === 'text') {
      const paragraph = open.at(-1);
      if (paragraph && unseenDepth === 0) paragraph.text += event.text;
      continue;
    }
    const { name } = event;
    const opens = event.kind === 'open';
    if (unseen.has(name)) {
      if (!opens) unseenDepth -= 1;
      else if (!event.isEmpty) unseenDepth += 1;
      continue;
    }
    if (unseenDepth > 0) continue;
    if (name === 'draw:page' && opens) slide += 1;
    else if (name === 'text:list') list += opens ? 1 : -1;
    else if (name === 'text:p' || name === 'text:h') {
      if (opens) {
        if (event.isEmpty) continue;
        const level = Number(attributeOf(event.attributes, 'text:outline-level') ?? 1) || 1;
        open.push({ text: '', heading: name === 'text:h' ? Math.min(6, level) : 0 });
        continue;
      }
      const done = open.pop();
      const text = tidy(done?.text ?? '');
      const row = rows.at(-1);
      if (!text || !done) continue;
      if (row && open.length === 0) {
        row[row.length - 1] = `${row.at(-1) ?? ''} ${text}`.trim();
        continue;
      }
      const { heading } = done;
      later.unshift({
        text,
        ...(heading > 0 && { heading }),
        ...(slide > 0 && { slide }),
        ...(list > 0 && { item: true }),
      });
      if (open.length === 0) {
        yield* later;
        later = [];
      }
    } else if (name === 'table:table-row') {
      if (opens) rows.push([]);
      else {
        const cells = rows.pop() ?? [];
        const text = cells.filter(Boolean).join(' | ');
        if (text) yield { text, cells, ...(slide > 0 && { slide }) };
      }
    } else if (name === 'table:table-cell' && opens) rows.at(-1)?.push('');
    else if (opens && /^text:(s|tab|line-break)$/.test(name)) {
      const paragraph = open.at(-1);
      if (paragraph) paragraph.text += ' ';
    }
  }
}
