import { attributeOf, htmlDrafts, scanMarkup, tidy } from './html-drafts.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';
import { resolvePart, type ZipParts, zipParts } from './zip-parts.ts';

const mostChapters = 5_000;

/** Reads an e-book's chapters in spine order. */
export async function readEpub(bytes: Buffer): Promise<Reading> {
  const parts = await zipParts(bytes);
  if (parts.names.includes('META-INF/encryption.xml') && (await isLocked(parts))) {
    throw new ReadProblem('protected', 'The book is copy-protected (DRM).');
  }
  const container = (await parts.read('META-INF/container.xml')) ?? '';
  const opf = attributeOf(/<(?:\w+:)?rootfile\b([^>]*)>/.exec(container)?.[1] ?? '', 'full-path');
  const plan = opf === undefined ? undefined : await parts.read(opf);
  if (opf === undefined || plan === undefined)
    throw new ReadProblem('damaged', 'The book has no list of its contents.');
  const { chapters, title } = planOf(plan, opf);
  const drafts: Draft[] = [];
  for (const chapter of chapters) drafts.push(...htmlDrafts((await parts.read(chapter)) ?? ''));
  return { drafts, drawAs: 'html', ...(title && { title }) };
}

/** Obfuscated fonts alone don't make a book protected. */
async function isLocked(parts: ZipParts): Promise<boolean> {
  const text = (await parts.read('META-INF/encryption.xml')) ?? '';
  return /EncryptionMethod/.test(text) && /CipherReference[^>]+\.x?html?["']/i.test(text);
}

function planOf(plan: string, from: string): { chapters: string[]; title: string | undefined } {
  const files = new Map<string, string>();
  const chapters: string[] = [];
  let title: string | undefined;
  let inTitle = false;
  for (const event of scanMarkup(plan, 'xml')) {
    if (event.kind === 'text') {
      if (inTitle) title ??= tidy(event.text) || undefined;
      continue;
    }
    const name = event.name.replace(/^\w+:/, '');
    inTitle = event.kind === 'open' && name === 'title';
    if (event.kind !== 'open') continue;
    if (name === 'item') {
      const id = attributeOf(event.attributes, 'id');
      const reference = attributeOf(event.attributes, 'href');
      if (id && reference) files.set(id, resolvePart(from, decode(reference)));
    }
    const part = name === 'itemref' && files.get(attributeOf(event.attributes, 'idref') ?? '');
    if (part && chapters.length < mostChapters) chapters.push(part);
  }
  return { chapters, title };
}

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
