import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Audience } from '@lectern/contract/audience.ts';
import { getChapter } from '@lectern/contract/features/chapter.ts';
import { getCourse } from '@lectern/contract/features/course.ts';
import { getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import {
  type CourseImported,
  courseFormats,
  getCourseExportReport,
} from '@lectern/contract/features/course-exchange.ts';
import { listResourceSubtitles } from '@lectern/contract/features/subtitle.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openArchive } from '../../../engines/archive/open-archive.ts';
import { makeChapter, makeCourse, makeMedia, placeIn, storeFile } from '../../../testing/portal-rig.ts';
import { makeResource } from '../../../testing/resource-rig.ts';
import { insertHit, insertWord } from '../../../testing/review-rig.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { childOf, childrenOf, parseXml, type XmlElement } from './cartridge.ts';

/** Each is the content of exactly one file and must not appear in any export. */
const secrets = {
  blocked: 'bytes of the blocked video',
  original: 'bytes of the unmasked original',
  pending: 'bytes of an original that is masked, without a redacted file yet',
  department: 'bytes of a file for one department',
  draft: 'bytes of a draft',
  hiddenText: 'goals of the hidden chapter',
  laterText: 'goals of the chapter of next week',
};
const redacted = 'bytes with the masked place covered';
const campusOnly = 'bytes for the campus alone';

let test: TestApp;
let stranger: Identity;
let courseId: string;
let filmId: string;
let ids: Record<'blocked' | 'masked' | 'pending' | 'department' | 'draft' | 'campus', string>;
let chapters: Record<'first' | 'hidden' | 'later', string>;

beforeAll(async () => {
  test = await startTestApp();
  stranger = await test.identity({ roleId: 4, pages: ['/app/course/list'] });
  const wordId = await insertWord(test, 'password');
  const make = async (title: string, content: string, wish: object = {}) =>
    (await makeResource(test, { title, content, state: 'published', visibility: 'everyone', ...wish })).id;
  const film = await makeMedia(test, {
    title: 'Waves',
    state: 'published',
    visibility: 'everyone',
    content: 'the film',
  });
  filmId = film.id;
  ids = {
    blocked: await make('Named after blocked words', secrets.blocked, { kind: 'video', state: 'blocked' }),
    masked: await make('Picture', secrets.original, { kind: 'image' }),
    pending: await make('Scan', secrets.pending, { kind: 'image' }),
    department: await make('Inside', secrets.department, { visibility: 'department' }),
    draft: await make('Unfinished', secrets.draft, { state: 'draft' }),
    campus: await make('For the campus', campusOnly, { visibility: 'campus' }),
  };
  await mask(ids.masked, wordId);
  await mask(ids.pending, wordId);
  const covered = await storeFile(test, redacted);
  await sql`insert into masked_files (version_id, rendition_id, file_id)
    select version_id, null, ${covered} from resources where id = ${ids.masked}`.execute(test.db);
  const coverFileId = await storeCover();
  courseId = await makeCourse(test, { name: 'Light', coverFileId });
  await sql`update courses set code = 'LIGHT-1', description = 'About waves' where id = ${courseId}`.execute(test.db);
  chapters = {
    first: await makeChapter(test, { courseId }),
    hidden: await makeChapter(test, { courseId, visible: false }),
    later: await makeChapter(test, { courseId, from: '7 days' }),
  };
  const write = (id: string, goals: string) =>
    sql`update chapters set goals = ${goals} where id = ${id}`.execute(test.db);
  await write(chapters.hidden, secrets.hiddenText);
  await write(chapters.later, secrets.laterText);
  await placeIn(test, courseId, chapters.first, [filmId, ...Object.values(ids)]);
  const hiddenFile = await make('In the hidden chapter', 'bytes of a hidden chapter');
  await placeIn(test, courseId, chapters.hidden, [hiddenFile]);
  await sql`update chapter_resources set start_ms = 1000, end_ms = 9000, note = 'Watch the <fringes>', required = false
    where resource_id = ${filmId}`.execute(test.db);
});
afterAll(() => test.close());

async function mask(id: string, wordId: string): Promise<void> {
  await insertHit(test, id, 'The password is here.', { wordId, word: 'password' });
  await sql`insert into sensitive_masks (hit_id, resource_id, source, position, page, start_offset, end_offset)
    select id, resource_id, 'ocr', position, page, start_offset, end_offset from sensitive_hits
    where resource_id = ${id}`.execute(test.db);
}
async function storeCover(): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#24f' } })
    .jpeg()
    .toBuffer();
  const stored = await test.container.services.fileStore.write(Readable.from([picture]));
  const id = await storeFile(test, 'placeholder of the cover', 'image/jpeg');
  const values = { store_key: stored.storeKey, size_bytes: stored.sizeBytes, sha256: stored.sha256, name: 'cover.jpg' };
  await test.db.updateTable('files').set(values).where('id', '=', id).execute();
  return id;
}

type Wish = { format: string; audience?: Audience; hiddenChapters?: string };
async function download(wish: Wish, as = test.admin, id = courseId) {
  const query = new URLSearchParams(wish as Record<string, string>);
  const headers = { cookie: cookieHeader(as.cookies) };
  return test.app.inject({ url: `/api/courses/${id}/file?${query}`, headers });
}
async function bring(content: Buffer, code: string): Promise<CourseImported> {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/courseImports',
    query: { name: 'file', code },
    headers: { authorization: `Bearer ${test.admin.token}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
  return response.json<{ data: CourseImported }>().data;
}
async function unpacked(content: Buffer): Promise<Map<string, Buffer>> {
  const read = async (start: number, length: number) => content.subarray(start, start + length);
  const archive = await openArchive({ sizeBytes: content.length, read });
  const files = new Map<string, Buffer>();
  for await (const entry of archive.entries()) files.set(entry.name, await buffer(await entry.open()));
  archive.close();
  return files;
}
const reportFor = async (query: Wish, as = test.admin) =>
  (await test.call(getCourseExportReport, { params: { id: courseId }, query: query as never }, { as })).data;

describe('an export of a course', () => {
  it.each(courseFormats)('has nothing in %s that readers would not get, for either audience', async (format) => {
    for (const audience of ['everyone', 'campus'] as const) {
      const { rawPayload } = await download({ format, audience });
      const parts = format === 'json' ? [rawPayload] : [...(await unpacked(rawPayload)).values()];
      const all = Buffer.concat([rawPayload, ...parts]);
      const leaks = Object.entries(secrets).filter(([, bytes]) => all.includes(bytes));
      expect([format, audience, leaks]).toEqual([format, audience, []]);
      expect(all.includes('Named after blocked words')).toBe(false);
      if (format === 'json') continue;
      expect([all.includes(redacted), all.includes(campusOnly)]).toEqual([true, audience === 'campus']);
    }
  });

  it('reports what was left out and why, before and in the file', async () => {
    const report = await reportFor({ format: 'zip', audience: 'everyone' });
    const reasons = Object.fromEntries(report.leftOut.map(({ id, reason }) => [id, reason]));
    expect(reasons).toEqual({
      [ids.blocked]: 'blocked',
      [ids.pending]: 'maskPending',
      [ids.department]: 'notForAudience',
      [ids.draft]: 'notPublished',
      [ids.campus]: 'notForAudience',
      [chapters.hidden]: 'hidden',
      [chapters.later]: 'outOfDates',
    });
    expect(report).toMatchObject({ audience: 'everyone', chapters: 1, redacted: 1 });
    expect(report.leftOut.find(({ id }) => id === ids.blocked)?.title).toBe('Named after blocked words');
    const files = await unpacked((await download({ format: 'zip', audience: 'everyone' })).rawPayload);
    const inside = JSON.parse(files.get('report.json')?.toString() ?? '{}');
    expect(inside.leftOut.map(({ id }: { id: string }) => id).sort()).toEqual(Object.keys(reasons).sort());
    expect(inside.leftOut[0]).not.toHaveProperty('title');
  });

  it('defaults to the campus', async () => {
    const plain = await unpacked((await download({ format: 'zip' })).rawPayload);
    expect(JSON.parse(plain.get('report.json')?.toString() ?? '{}')).toMatchObject({ audience: 'campus' });
  });

  it('of unpublished content is for people who can edit the course', async () => {
    const refusal = async (wish: Wish, id = courseId) =>
      (await download(wish, stranger, id)).json<{ code: string }>().code;
    const draft = await makeCourse(test, { state: 'draft' });
    const inside = await makeCourse(test, { audience: 'campus' });
    expect(await refusal({ format: 'json' }, draft)).toBe('notFound');
    expect((await download({ format: 'json' }, stranger)).statusCode).toBe(200);
    expect(await refusal({ format: 'json', hiddenChapters: 'true' })).toBe('courseNotYours');
    expect(await refusal({ format: 'json', audience: 'everyone' }, inside)).toBe('courseNotPublic');
    expect((await download({ format: 'json', audience: 'everyone' }, test.admin, inside)).statusCode).toBe(200);
    expect((await download({ format: 'json' }, test.admin, draft)).statusCode).toBe(200);
  });

  it('never has a withheld chapter, also a hidden one, nor a withheld course', async () => {
    const withhold = (table: 'courses' | 'chapters', id: string, withheld: boolean) =>
      test.db.updateTable(table).set({ withheld }).where('id', '=', id).execute();
    await withhold('chapters', chapters.hidden, true);
    const { leftOut } = await reportFor({ format: 'json', hiddenChapters: 'true' });
    expect(leftOut.find(({ id }) => id === chapters.hidden)?.reason).toBe('withheld');
    expect((await download({ format: 'json', hiddenChapters: 'true' })).body).not.toContain(secrets.hiddenText);
    await withhold('chapters', chapters.hidden, false);
    await withhold('courses', courseId, true);
    expect((await download({ format: 'zip' })).json()).toMatchObject({ status: 409, code: 'exportBlocked' });
    await withhold('courses', courseId, false);
  });

  it.each(['zip', 'imscc', 'imscc11'])(
    'comes back from %s with parts, notes, cover and hidden chapters',
    async (format) => {
      const file = await download({ format, hiddenChapters: 'true' });
      const made = await bring(file.rawPayload, `BACK-${format}`);
      const { data: course } = await test.call(getCourse, { params: { id: made.courseId } }, { as: test.admin });
      expect(course).toMatchObject({ name: 'Light', description: 'About waves', audience: 'everyone', state: 'draft' });
      expect(course.cover).not.toBeNull();
      const tree = (await test.call(getCatalogue, { params: { id: made.courseId } }, { as: test.admin })).data.chapters;
      expect(tree.map(({ visible }) => visible)).toEqual([true, false, true]);
      expect(tree[2]?.availableFrom).not.toBeNull();
      const first = (await test.call(getChapter, { params: { id: tree[0]?.id ?? '' } }, { as: test.admin })).data;
      const part = { required: false, startMs: 1000, endMs: 9000, note: 'Watch the <fringes>' };
      expect(first.items[0]).toMatchObject({ resource: { id: filmId }, ...part });
      const resources = first.items.map(({ resource }) => resource.id);
      // The import reuses the redacted picture that is already here.
      expect(resources).toContain(ids.masked);
      expect(resources).not.toContain(ids.blocked);
    },
  );

  it('imports subtitles with a new video, and reports unreadable ones', async () => {
    const files = await unpacked((await download({ format: 'zip' })).rawPayload);
    const content = JSON.parse(files.get('course.json')?.toString() ?? '{}');
    const [film] = content.chapters[0].items;
    expect(film.subtitles).toMatchObject([{ language: 'en', isDefault: true, path: 'subtitles/1-en.vtt' }]);
    const broken = { language: 'fr', label: '', isDefault: false, path: 'subtitles/none.vtt' };
    film.subtitles.push(broken);
    content.chapters = [
      { ...content.chapters[0], items: [{ ...film, id: crypto.randomUUID(), path: 'files/new.txt' }] },
    ];
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(JSON.stringify(content)), 'course.json');
    zip.addBuffer(Buffer.from('A text that nobody has brought in yet.\n'), 'files/new.txt');
    zip.addBuffer(files.get('subtitles/1-en.vtt') ?? Buffer.alloc(0), 'subtitles/1-en.vtt');
    zip.end();
    const made = await bring(await buffer(zip.outputStream), 'SUBTITLES');
    expect(made.broughtIn).toBe(1);
    const titles = made.leftOut.map(({ title }) => title);
    expect(titles).toContain('subtitles/none.vtt');
    expect(titles.some((title) => title.startsWith('cover/'))).toBe(true);
    const tree = (await test.call(getCatalogue, { params: { id: made.courseId } }, { as: test.admin })).data.chapters;
    const { items } = (await test.call(getChapter, { params: { id: tree[0]?.id ?? '' } }, { as: test.admin })).data;
    const params = { id: items[0]?.resource.id ?? '' };
    const { tracks } = (await test.call(listResourceSubtitles, { params }, { as: test.admin })).data;
    expect(tracks).toMatchObject([{ language: 'en', origin: 'imported', cues: 1 }]);
  });
});

describe('a Common Cartridge', () => {
  const versions = { imscc: 'v1p3', imscc11: 'v1p1' } as const;

  it.each(Object.entries(versions))('as %s is well-formed and complete', async (format, version) => {
    const files = await unpacked((await download({ format, hiddenChapters: 'true' })).rawPayload);
    const source = files.get('imsmanifest.xml')?.toString() ?? '';
    const root = parseXml(source);
    expect(root.attributes.xmlns).toBe(`http://www.imsglobal.org/xsd/imscc${version}/imscp_v1p1`);
    expect(root.attributes.schemaLocation).toContain(`/profile/cc/cc${version}/cc${version}_imscp_v1p2_v1p0.xsd`);
    expect(childOf(root, 'metadata', 'schemaversion')?.text).toBe(version === 'v1p3' ? '1.3.0' : '1.1.0');
    const resources = childrenOf(childOf(root, 'resources'), 'resource');
    const hrefs = resources
      .flatMap((one) => [one, ...childrenOf(one, 'file')])
      .map(({ attributes }) => attributes.href);
    for (const href of hrefs) expect(files.has(decodeURIComponent(href ?? ''))).toBe(true);
    // Every file in the package is declared, and every identifier is unique.
    const declared = new Set(hrefs.map((href) => decodeURIComponent(href ?? '')));
    expect([...files.keys()].filter((name) => name !== 'imsmanifest.xml' && !declared.has(name))).toEqual([]);
    const everything = allOf(root);
    const identifiers = everything.flatMap(({ attributes }) => attributes.identifier ?? []);
    expect(new Set(identifiers).size).toBe(identifiers.length);
    expect(identifiers.every((one) => one.includes(courseId))).toBe(true);
    const known = new Set(identifiers);
    const references = everything.flatMap(({ attributes }) => attributes.identifierref ?? []);
    expect(references.filter((one) => !known.has(one))).toEqual([]);
  });

  it('shows parts, notes, subtitles and the cover, and no hidden chapter, in any system', async () => {
    const files = await unpacked((await download({ format: 'imscc11', hiddenChapters: 'true' })).rawPayload);
    const manifest = files.get('imsmanifest.xml')?.toString() ?? '';
    for (const id of [chapters.hidden, chapters.later]) expect(manifest).not.toContain(`Chapter ${id}`);
    expect(manifest).toContain(`Chapter ${chapters.first}`);
    const pages = [...files].filter(([name]) => name.startsWith('pages/')).map(([, page]) => page.toString());
    const film = pages.find((page) => page.includes('<video')) ?? '';
    expect(film).toMatch(/#t=1,9"/);
    expect(film).toContain('Optional · Clip: 0:01–0:09');
    expect(film).toContain('Watch the &#60;fringes&#62;');
    expect(film).toMatch(/<track kind="subtitles" src="\.\.\/subtitles\/1-en\.vtt" srclang="en"/);
    expect(pages.some((page) => page.includes('<img src="../cover/'))).toBe(true);
    const texts = [...pages, manifest].join('');
    expect([texts.includes(secrets.hiddenText), texts.includes(secrets.laterText)]).toEqual([false, false]);
    const bytes = Buffer.concat([...files.values()]);
    expect(bytes.includes('bytes of a hidden chapter')).toBe(false);
  });

  it('has other identifiers for another course', async () => {
    const otherId = await makeCourse(test);
    await makeChapter(test, { courseId: otherId });
    const identifiersOf = async (id: string) => {
      const files = await unpacked((await download({ format: 'imscc' }, test.admin, id)).rawPayload);
      return allOf(parseXml(files.get('imsmanifest.xml')?.toString() ?? '')).flatMap(
        (one) => one.attributes.identifier ?? [],
      );
    };
    const own = new Set(await identifiersOf(courseId));
    expect((await identifiersOf(otherId)).filter((one) => own.has(one))).toEqual([]);
  });
});

function allOf(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(allOf)];
}
