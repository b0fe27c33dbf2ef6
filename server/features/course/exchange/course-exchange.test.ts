import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { addChapterItems, getChapter, updateChapter, updateChapterItem } from '@lectern/contract/features/chapter.ts';
import { createCourse } from '@lectern/contract/features/course.ts';
import { addChapters, getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { listCourseResources } from '@lectern/contract/features/course-detail.ts';
import type { CourseImported } from '@lectern/contract/features/course-exchange.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openArchive } from '../../../engines/archive/open-archive.ts';
import type { AppError } from '../../../platform/app-error.ts';
import { insertTestResource } from '../../../testing/insert-resource.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { childOf, childrenOf, parseXml } from './cartridge.ts';
import { readCourseFile } from './read-course-file.ts';

let test: TestApp;
let teacher: Identity;
let courseId: string;
let chapterId: string;
let resourceId: string;

beforeAll(async () => {
  test = await startTestApp();
  teacher = await test.identity({ roleId: 4, pages: ['/app/course/list', '/app/home/my'] });
  resourceId = await insertTestResource(test.db, {
    owner_id: test.admin.userId,
    title: 'Film <of> “waves”',
    kind: 'video',
    duration_seconds: 100,
    file_name: 'film.txt',
  });
  const stored = await test.container.services.fileStore.write(Readable.from(['Moving pictures in words.\n']));
  await sql`update files set store_key = ${stored.storeKey}, size_bytes = ${stored.sizeBytes}, sha256 = ${stored.sha256}
    from resource_versions version where version.file_id = files.id and version.resource_id = ${resourceId}`.execute(
    test.db,
  );
  await sql`update resources set sha256 = ${stored.sha256} where id = ${resourceId}`.execute(test.db);
  const body = { name: 'Waves & light', code: 'EX-1', term: '2026', description: 'About both' };
  courseId = (await test.call(createCourse, { body }, { as: teacher })).data.id;
  const add = { parentId: null, titles: ['One', 'Two'], catalogueVersion: 1 };
  const { chapterIds } = (await test.call(addChapters, { params: { id: courseId }, body: add }, { as: teacher })).data;
  chapterId = chapterIds[0] ?? '';
  const { data } = await test.call(getChapter, { params: { id: chapterId } }, { as: teacher });
  const text = { goals: 'Explain <fringes>', body: 'First.\n\nSecond & last.', version: data.version };
  await test.call(updateChapter, { params: { id: chapterId }, body: text }, { as: teacher });
  const added = await test.call(
    addChapterItems,
    { params: { id: chapterId }, body: { resourceIds: [resourceId] } },
    { as: teacher },
  );
  const params = { id: chapterId, itemId: added.data.chapter.items[0]?.id ?? '' };
  await test.call(updateChapterItem, { params, body: { startMs: 1_000, endMs: 9_000, note: 'This' } }, { as: teacher });
});
afterAll(() => test.close());

async function download(format: string, as = teacher) {
  const headers = { cookie: cookieHeader(as.cookies) };
  return test.app.inject({ url: `/api/courses/${courseId}/file?format=${format}`, headers });
}
async function bring(content: Buffer, query: Record<string, string> = {}, as = teacher) {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/courseImports',
    query: { name: 'file', ...query },
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
  return { http: response.statusCode, ...response.json<{ data: CourseImported; message: string; code?: string }>() };
}
async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
const manifest = (items: string, resources: string) => `<?xml version="1.0"?><manifest
  xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1"><metadata><schema>IMS Common Cartridge</schema></metadata>
  <organizations><organization><item identifier="root">${items}</item></organization></organizations>
  <resources>${resources}</resources></manifest>`;
const titles = async (id: string) =>
  (await test.call(getCatalogue, { params: { id } }, { as: teacher })).data.chapters.map((one) => one.title);

async function unpacked(content: Buffer): Promise<Map<string, string>> {
  const read = async (start: number, length: number) => content.subarray(start, start + length);
  const archive = await openArchive({ sizeBytes: content.length, read });
  const files = new Map<string, string>();
  for await (const entry of archive.entries()) files.set(entry.name, (await entry.readAll(100_000)).toString());
  archive.close();
  return files;
}

describe('a course as a file', () => {
  it('is an archive with its files, which are recognised on import', async () => {
    const file = await download('zip');
    const files = await unpacked(file.rawPayload);
    expect([...files.keys()]).toEqual(['course.json', 'report.json', 'files/1-film.txt']);
    expect(files.get('files/1-film.txt')).toBe('Moving pictures in words.\n');
    const { data } = await bring(file.rawPayload, { code: 'ZIP-1' });
    expect(data).toMatchObject({ chapters: 2, matched: 1, broughtIn: 0, leftOut: [] });
  });

  it('is restored from JSON as a new draft', async () => {
    const file = await download('json');
    expect(file.headers['content-disposition']).toContain('EX-1');
    const taken = await bring(file.rawPayload);
    expect(taken).toMatchObject({ http: 409, code: 'courseCodeTaken' });
    const { data } = await bring(file.rawPayload, { code: 'EX-2' });
    expect(data).toMatchObject({ name: 'Waves & light', chapters: 2, matched: 1, broughtIn: 0, leftOut: [] });
    expect(await titles(data.courseId)).toEqual(['One', 'Two']);
    const items = (await test.call(listCourseResources, { params: { id: data.courseId } }, { as: teacher })).data;
    expect(items).toMatchObject([{ resource: { id: resourceId }, startMs: 1_000, endMs: 9_000, note: 'This' }]);
  });

  it('is hidden from people who can’t see the course, and names nothing they can’t see', async () => {
    const stranger = await test.identity({ roleId: 4, pages: ['/app/course/list'] });
    expect((await download('json', stranger)).statusCode).toBe(404);
    const hidden = await insertTestResource(test.db, { owner_id: test.admin.userId, title: 'Hidden', state: 'draft' });
    const item = {
      id: crypto.randomUUID(),
      chapter_id: chapterId,
      course_id: courseId,
      resource_id: hidden,
      position: 9,
    };
    await test.db.insertInto('chapter_resources').values(item).execute();
    expect((await download('json')).body).not.toContain('Hidden');
    await test.db.deleteFrom('chapter_resources').where('id', '=', item.id).execute();
  });

  it.each([
    ['no JSON', 'hello'],
    ['something else', '{"format":"other"}'],
    ['another version', '{"format":"lectern-course","version":99}'],
    ['no course in it', '{"format":"lectern-course","version":1}'],
    ['brackets alone', '['.repeat(5_000)],
  ])('is refused if it is %s, with the reason', async (_what, text) => {
    expect(await bring(Buffer.from(text))).toMatchObject({ http: 422, code: 'courseFileRefused' });
    const refusal = await readCourseFile(Buffer.from(text)).catch((error: AppError) => error);
    const reason = (refusal as AppError).messageIn('zh').split('：')[1];
    expect(reason).toMatch(/\p{Script=Han}{2}.*。$/u);
  });

  it('imports its files once, checked like any upload', async () => {
    const item = (path: string, title: string) => ({
      title,
      kind: 'document',
      id: crypto.randomUUID(),
      sha256: '0'.repeat(64),
      path,
      required: true,
      startMs: null,
      endMs: null,
      note: '',
    });
    const file = JSON.parse((await download('json')).body);
    file.chapters = [
      {
        ...{
          title: 'Only',
          goals: '',
          body: '',
          visible: true,
          availableFrom: null,
          availableUntil: null,
          chapters: [],
        },
        items: [item('files/a.txt', 'A'), item('files/b.exe', 'B'), item('files/none.txt', 'C')],
      },
    ];
    const archive = await zipOf({
      'course.json': JSON.stringify(file),
      'files/a.txt': 'Text of a lecture about waves.\n',
      'files/b.exe': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600, 1)]),
    });
    const { data } = await bring(archive, { code: 'EX-3' });
    expect(data).toMatchObject({ broughtIn: 1, matched: 0 });
    expect(data.leftOut.map((one) => one.title)).toEqual(['B', 'C']);
    const again = await bring(archive, { code: 'EX-4' });
    expect(again.data).toMatchObject({ broughtIn: 0, matched: 1 });
  });

  it('leaves nothing behind when it is refused halfway', async () => {
    const counted = async () =>
      (
        await test.db
          .selectFrom('courses')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirst()
      )?.count;
    const before = await counted();
    const file = JSON.parse((await download('json')).body);
    file.chapters[1].availableFrom = '2026-02-01T00:00:00Z';
    file.chapters[1].availableUntil = '2026-01-01T00:00:00Z';
    expect((await bring(Buffer.from(JSON.stringify(file)), { code: 'EX-5' })).http).toBe(422);
    expect(await counted()).toBe(before);
  });
});

describe('a Common Cartridge', () => {
  it('has a 1.3 manifest with texts and files, and can be imported again', async () => {
    const file = await download('imscc');
    const files = await unpacked(file.rawPayload);
    const root = parseXml(files.get('imsmanifest.xml') ?? '');
    expect(childOf(root, 'metadata', 'schemaversion')?.text).toBe('1.3.0');
    const hrefs = childrenOf(childOf(root, 'resources'), 'resource').map((one) =>
      decodeURIComponent(one.attributes.href ?? ''),
    );
    expect(hrefs).toEqual(['pages/1.html', 'files/1-film.txt', 'pages/2.html', 'lectern/course.json']);
    for (const href of hrefs) expect([...files.keys()]).toContain(href);
    const { data } = await bring(file.rawPayload, { code: 'CC-9' });
    expect(data).toMatchObject({ name: 'Waves & light', chapters: 2, matched: 1, leftOut: [] });
    const { chapters } = (await test.call(getCatalogue, { params: { id: data.courseId } }, { as: teacher })).data;
    const first = await test.call(getChapter, { params: { id: chapters[0]?.id ?? '' } }, { as: teacher });
    expect(first.data.body).toContain('Second & last.');
    expect(first.data.items).toMatchObject([{ resource: { id: resourceId } }]);
  });

  it('becomes chapters, texts and resources, and reports what has no place', async () => {
    const items = `<item identifier="a"><title>Intro &amp; more</title>
        <item identifier="a1" identifierref="page"><title>Page</title></item>
        <item identifier="a2" identifierref="link"><title>Elsewhere</title></item>
        <item identifier="a3" identifierref="quiz"><title>Quiz</title></item>
        <item identifier="a4"><title>Below</title><item identifier="a5" identifierref="text"><title>Notes</title></item></item>
      </item>`;
    const resources = `<resource identifier="page" type="webcontent" href="p.html"/>
      <resource identifier="link" type="imswl_xmlv1p3"><file href="l.xml"/></resource>
      <resource identifier="quiz" type="imsqti_xmlv1p2/imscc_xmlv1p3/assessment" href="q.xml"/>
      <resource identifier="text" type="webcontent" href="my%20notes.txt"/>`;
    const archive = await zipOf({
      'imsmanifest.xml': manifest(items, resources),
      'p.html':
        '<html><head><title>x</title></head><body><p>Hello <b>world</b></p><script>alert(1)</script></body></html>',
      'l.xml': '<webLink><title>x</title><url href="https://example.org/a"/></webLink>',
      'my notes.txt': 'Notes about something else entirely.\n',
    });
    const { data } = await bring(archive, { code: 'CC-1' });
    expect(data).toMatchObject({ chapters: 2, broughtIn: 1, leftOut: [{ title: 'Quiz' }] });
    expect(await titles(data.courseId)).toEqual(['Intro & more', 'Below']);
    const { chapters } = (await test.call(getCatalogue, { params: { id: data.courseId } }, { as: teacher })).data;
    const first = await test.call(getChapter, { params: { id: chapters[0]?.id ?? '' } }, { as: teacher });
    expect(first.data.body).toBe('Hello world\n\nElsewhere: https://example.org/a');
  });

  it.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><manifest>&a;</manifest>'],
    ['something open', '<manifest><metadata></manifest>'],
    ['another schema', '<manifest><metadata><schema>ADL SCORM</schema></metadata></manifest>'],
    ['nothing', ' '],
  ])('is refused with %s in its manifest', async (_what, xml) => {
    expect(await bring(await zipOf({ 'imsmanifest.xml': xml }))).toMatchObject({
      http: 422,
      code: 'courseFileRefused',
    });
  });

  it('is refused entirely if a path leads outside', async () => {
    const archive = await zipOf({ 'imsmanifest.xml': manifest('', ''), 'aa/evil.txt': 'x' });
    const evil = Buffer.from(archive.toString('latin1').replaceAll('aa/evil.txt', '../evil.txt'), 'latin1');
    expect((await bring(evil)).http).toBe(422);
    expect((await bring(await zipOf({ 'readme.txt': 'x' }))).code).toBe('courseFileRefused');
  });
});

describe('the XML reader', () => {
  it('reads entities, comments and CDATA correctly', () => {
    const root = parseXml(
      '<?xml version="1.0"?><!-- <x> --><a:r b="1 &gt; 0">x &#x4E2D;&amp;<![CDATA[<y>]]><c/></a:r>',
    );
    expect(root).toEqual({
      name: 'r',
      attributes: { b: '1 > 0' },
      text: 'x 中&<y>',
      children: [{ name: 'c', attributes: {}, children: [], text: '' }],
    });
  });

  it.each(['<a>', '<a></b>', '</a>', '<a><b></a></b>', 'text', '<a'])('refuses %j', (text) => {
    expect(() => parseXml(text)).toThrow();
  });

  it('ends quickly with input made to take long', () => {
    expect(() => parseXml(`<a ${'x="'.repeat(20_000)}`)).toThrow();
    expect(() => parseXml('<a>'.repeat(200))).toThrow();
  });
});
