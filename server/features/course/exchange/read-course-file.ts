import { defaultAudience } from '@lectern/contract/audience.ts';
import { archiveRefusal, judgeArchive } from '../../../engines/archive/archive-refusal.ts';
import { type ArchiveEntry, openArchive, safePath } from '../../../engines/archive/open-archive.ts';
import { AppError } from '../../../platform/app-error.ts';
import { childOf, childrenOf, parseXml, type XmlElement } from './cartridge.ts';
import {
  courseFile,
  courseFileFormat,
  courseFileRefused,
  type PlannedChapter,
  type PlannedCourse,
  readVersions,
} from './course-file.ts';

/** The import plan and the included files by their path in the archive. */
export type ReadCourse = {
  plan: PlannedCourse;
  /** Readable until `close` is called. */
  files: Map<string, ArchiveEntry>;
  close(): void;
};

const largestText = 10 * 1024 * 1024;
const mostItems = 5_000;
const deepestBrackets = 64;

/**
 * Accepts our JSON, an archive containing it, or a Common Cartridge, recognised by content. Throws with the reason for
 * anything else.
 */
export async function readCourseFile(bytes: Uint8Array): Promise<ReadCourse> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (content.length === 0) throw new AppError('fileEmpty');
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK';
  const read = isArchive ? await readArchive(content) : readJson(content);
  if (countItems(read.plan.chapters) > mostItems) throw new AppError('tooMany', { params: { limit: mostItems } });
  return read;
}

function readJson(content: Buffer): ReadCourse {
  if (content.length > largestText) throw new AppError('tooLarge', { params: { limit: '10 MB' } });
  return { plan: planOf(content), files: new Map(), close: () => undefined };
}

function planOf(content: Buffer): PlannedCourse {
  let said: unknown;
  if (isTooDeep(content)) throw courseFileRefused('tooDeep');
  try {
    said = JSON.parse(content.toString('utf8'));
  } catch {
    throw courseFileRefused('notJson');
  }
  const head = said as { format?: unknown; version?: unknown } | null;
  if (head?.format !== courseFileFormat) throw courseFileRefused('wrongFormat', { format: courseFileFormat });
  if (!readVersions.some((version) => version === head.version))
    throw courseFileRefused('wrongVersion', {
      version: String(head.version).slice(0, 20),
      versions: readVersions.join(', '),
    });
  const parsed = courseFile.safeParse(said);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    throw courseFileRefused('wrongField', { field });
  }
  return { course: parsed.data.course, chapters: parsed.data.chapters as PlannedChapter[], leftOut: [] };
}

/** Checked before any recursive parsing: deeply nested brackets would overflow the stack. */
function isTooDeep(content: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at];
    if (inText) {
      if (sign === 0x5c) at += 1;
      else if (sign === 0x22) inText = false;
    } else if (sign === 0x22) inText = true;
    else if (sign === 0x7b || sign === 0x5b) depth += 1;
    else if (sign === 0x7d || sign === 0x5d) depth -= 1;
    if (depth > deepestBrackets) return true;
  }
  return false;
}

async function readArchive(content: Buffer): Promise<ReadCourse> {
  const file = {
    sizeBytes: content.length,
    read: async (start: number, length: number) => content.subarray(start, start + length),
  };
  const problem = await judgeArchive(file);
  if (problem) throw archiveRefusal(problem);
  const archive = await openArchive(file);
  const files = new Map<string, ArchiveEntry>();
  for await (const entry of archive.entries()) {
    const path = safePath(entry.name);
    if (!path || entry.isFolder) continue;
    files.set([path.folder, path.name].filter(Boolean).join('/'), entry);
  }
  try {
    const plan = await planIn(files);
    return { plan, files, close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function planIn(files: ReadonlyMap<string, ArchiveEntry>): Promise<PlannedCourse> {
  const text = async (path: string) => {
    const entry = files.get(path);
    return entry && entry.sizeBytes <= largestText ? entry.readAll(largestText) : undefined;
  };
  const own = (await text('course.json')) ?? (await text('lectern/course.json'));
  if (own) return planOf(own);
  const manifest = await text('imsmanifest.xml');
  if (!manifest) throw courseFileRefused('empty');
  try {
    return await readCartridge(manifest.toString('utf8').replace(/^\ufeff/, ''), async (path) =>
      (await text(path))?.toString('utf8'),
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw courseFileRefused('unreadableManifest');
  }
}

function countItems(chapters: readonly PlannedChapter[]): number {
  return chapters.reduce((sum, chapter) => sum + chapter.items.length + countItems(chapter.chapters), 0);
}

/** Reads a small text file of the package; undefined if it is missing or too large. */
type ReadText = (path: string) => Promise<string | undefined>;

type CartridgeResource = { type: string; href: string };
type State = { resources: Map<string, CartridgeResource>; read: ReadText; leftOut: PlannedCourse['leftOut'] };

const longest = { title: 200, body: 50_000 } as const;
const deepest = 6;

/** Reads what fits into a course and reports the rest as left out. */
async function readCartridge(manifest: string, read: ReadText): Promise<PlannedCourse> {
  const root = parseXml(manifest);
  if (root.name !== 'manifest') throw courseFileRefused('noManifest');
  const schema = childOf(root, 'metadata', 'schema')?.text.trim() ?? '';
  if (!/common cartridge/i.test(schema)) throw courseFileRefused('noCartridge');
  const resources = new Map(
    childrenOf(childOf(root, 'resources'), 'resource').map((element) => [
      element.attributes.identifier ?? '',
      cartridgeResourceOf(element),
    ]),
  );
  const state: State = { resources, read, leftOut: [] };
  const organisation = childOf(root, 'organizations', 'organization');
  const top = childrenOf(organisation, 'item');
  // The root of the hierarchy is a single item without content; its children are the chapters.
  const items = top.length === 1 && top[0] && !top[0].attributes.identifierref ? childrenOf(top[0], 'item') : top;
  const general = childOf(root, 'metadata', 'lom', 'general');
  const title = childOf(general, 'title', 'string')?.text.trim() || titleOf(top[0]) || 'Course';
  const chapters: PlannedChapter[] = [];
  for (const item of items) chapters.push(await chapterOf(item, state, 1));
  return {
    course: {
      name: title.slice(0, 200),
      code: 'IMPORTED',
      term: '',
      description: (childOf(general, 'description', 'string')?.text.trim() ?? '').slice(0, 10_000),
      language: null,
      audience: defaultAudience,
      subjectCode: null,
      people: [],
    },
    chapters,
    leftOut: state.leftOut,
  };
}

function cartridgeResourceOf(element: XmlElement): CartridgeResource {
  const href = element.attributes.href ?? childOf(element, 'file')?.attributes.href ?? '';
  return { type: element.attributes.type ?? '', href: decoded(href) };
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const titleOf = (item: XmlElement | undefined) => childOf(item, 'title')?.text.trim().slice(0, longest.title) ?? '';

/** Items with children become chapters; the others belong to the chapter above. */
async function chapterOf(item: XmlElement, state: State, level: number): Promise<PlannedChapter> {
  const chapter: PlannedChapter = {
    title: titleOf(item) || 'Chapter',
    goals: '',
    body: '',
    visible: item.attributes.isvisible !== 'false',
    availableFrom: null,
    availableUntil: null,
    items: [],
    chapters: [],
  };
  await take(item, chapter, state);
  for (const child of childrenOf(item, 'item')) {
    const isLeaf = childrenOf(child, 'item').length === 0 && child.attributes.identifierref !== undefined;
    if (isLeaf || level >= deepest) await take(child, chapter, state);
    else chapter.chapters.push(await chapterOf(child, state, level + 1));
  }
  return chapter;
}

async function take(item: XmlElement, chapter: PlannedChapter, { resources, read, leftOut }: State): Promise<void> {
  const reference = item.attributes.identifierref;
  if (!reference) return;
  const title = titleOf(item) || chapter.title;
  const found = resources.get(reference);
  if (!found?.href) leftOut.push({ title, why: 'The package doesn’t include its file.' });
  else if (/^imswl_/.test(found.type)) append(chapter, linkOf(await read(found.href), title));
  else if (found.type !== 'webcontent') leftOut.push({ title, why: `Unsupported content type: ${found.type}` });
  else if (/\.x?html?$/i.test(found.href)) append(chapter, textOf((await read(found.href)) ?? ''));
  else {
    const place = { required: true, startMs: null, endMs: null, note: '' };
    chapter.items.push({ title: title.slice(0, 300), path: found.href, ...place });
  }
}

function append(chapter: PlannedChapter, text: string): void {
  chapter.body = [chapter.body, text.trim()].filter(Boolean).join('\n\n').slice(0, longest.body);
}

/** Only http(s) links, because other schemes could run code when clicked. */
function linkOf(xml: string | undefined, title: string): string {
  if (!xml) return '';
  const href = childOf(parseXml(xml), 'url')?.attributes.href ?? '';
  return /^https?:\/\//i.test(href) ? `${title}: ${href}` : '';
}

/** The page's text without markup. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(br|\/p|\/h\d|\/li|\/div|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&#(\d{1,7});/g, (whole, code: string) =>
      Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : whole,
    )
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
