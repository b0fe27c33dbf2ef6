import { createHash } from 'node:crypto';
import { getPortalColumn, listPortalColumns } from '@lectern/contract/portal/portal-column.ts';
import { getPortalCourse, listPortalCourses } from '@lectern/contract/portal/portal-course.ts';
import { getPortalResource, listPortalResources } from '@lectern/contract/portal/portal-resource.ts';
import { searchPortal } from '@lectern/contract/portal/portal-search.ts';
import { listPortalSubjects } from '@lectern/contract/portal/portal-subject.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import {
  makeChapter,
  makeColumn,
  makeCourse,
  makeKey,
  makeMedia,
  placeIn,
  type SiteKey,
  storeFile,
} from '../../testing/portal-rig.ts';
import { insertHit, insertWord, scanned } from '../../testing/review-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sumReview } from '../review/public.ts';

let test: TestApp;
let key: SiteKey;

beforeAll(async () => {
  test = await startTestApp();
  key = await makeKey(test);
});
afterAll(() => test.close());

const shown = { state: 'published', visibility: 'everyone' } as const;
const as = () => ({ headers: key.headers });
const open = (url: string | undefined, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(url ?? '');
  return test.app.inject({ url: pathname + search, headers });
};

describe('a resource', () => {
  it('comes with renditions, subtitles, summary and file, by addresses that need no key', async () => {
    const made = await makeMedia(test, { ...shown, title: 'Waves', said: 'water moves' });
    const { data } = await test.call(getPortalResource, { params: { id: made.id } }, as());
    expect(data).toMatchObject({ id: made.id, kind: 'video', title: 'Waves', durationSeconds: 60 });
    expect(data.renditions.map(({ kind }) => kind)).toEqual(['thumbnail', 'video']);
    expect(data.subtitles).toMatchObject([{ id: made.subtitleId, language: 'en', isDefault: true }]);
    expect(data.summary?.keywords[0]).toContain('water moves');
    const film = data.renditions.find(({ kind }) => kind === 'video')?.media;
    const part = await open(film?.url, { range: 'bytes=0-3' });
    expect([part.statusCode, part.body]).toEqual([206, 'film']);
    expect(part.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, no-cache',
    });
    const vtt = await open(data.subtitles[0]?.media?.url);
    expect(vtt.headers['content-type']).toContain('text/vtt');
    expect(vtt.body).toMatch(/^WEBVTT[\s\S]*00:00:01\.000 --> 00:00:02\.000\nwater moves/);
    expect(Date.parse(film?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 3_600_000);
  });

  it('says whether its summary is out of date', async () => {
    const { id } = await makeMedia(test, shown);
    const call = () => test.call(getPortalResource, { params: { id } }, as());
    expect((await call()).data.summary?.outOfDate).toBe(true);
    await sql`update summaries set source_sha256 = summary_source(${id}) where resource_id = ${id}`.execute(test.db);
    expect((await call()).data.summary?.outOfDate).toBe(false);
  });

  it('has no media addresses without the media scope, and no search without the search scope', async () => {
    const made = await makeMedia(test, shown);
    const reads = await makeKey(test, { scopes: ['content'] });
    const { data } = await test.call(getPortalResource, { params: { id: made.id } }, { headers: reads.headers });
    expect(data.file).toMatchObject({ media: null });
    expect(JSON.stringify(data)).not.toContain('/portal/media/');
    const search = await test.call(searchPortal, { query: { text: 'x' } }, { headers: reads.headers });
    expect(search.failure.code).toBe('apiKeyScope');
  });
});

describe('a list', () => {
  it('is paged by cursor without gaps or duplicates, whatever is published in between', async () => {
    const [parent, child] = [newId(), newId()];
    await sql`insert into subjects (id, parent_id, code, name, path) values
      (${parent}, null, 'P', 'Physics', ${`/${parent}/`}), (${child}, ${parent}, 'P1', 'Optics', ${`/${parent}/${child}/`})`.execute(
      test.db,
    );
    const made = [];
    for (let each = 0; each < 7; each += 1) made.push((await makeMedia(test, { ...shown, subjectId: child })).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { subject: parent, size: 3, cursor };
      const { data } = await test.call(listPortalResources, { query }, as());
      seen.push(...data.resources.map(({ id }) => id));
      cursor = data.next ?? undefined;
      await makeMedia(test, { ...shown, subjectId: child });
    } while (cursor);
    expect(seen).toEqual([...made].reverse());
    const other = await test.call(listPortalCourses, { query: { cursor: 'bm9uZQ' } }, as());
    expect(other.http).toBe(422);
    const { data } = await test.call(listPortalSubjects, {}, as());
    expect(data.subjects.map(({ id }) => id)).toEqual([parent, child]);
  });

  it('keeps the order of a column and leaves out columns below a hidden one', async () => {
    const made = [];
    for (let each = 0; each < 5; each += 1) made.push((await makeMedia(test, shown)).id);
    const column = await makeColumn(test, made);
    const hidden = await makeColumn(test, made, false);
    const below = newId();
    await sql`insert into columns (id, parent_id, name, slug, path, position)
      values (${below}, ${hidden}, 'Below', 'below', ${`/${hidden}/${below}/`}, 1)`.execute(test.db);
    const first = await test.call(getPortalColumn, { params: { id: column }, query: { size: 3 } }, as());
    const query = { size: 3, cursor: first.data.next ?? '' };
    const second = await test.call(getPortalColumn, { params: { id: column }, query }, as());
    expect([...first.data.resources, ...second.data.resources].map(({ id }) => id)).toEqual(made);
    expect(second.data.next).toBeNull();
    const { data } = await test.call(listPortalColumns, {}, as());
    expect(data.columns.map(({ id }) => id)).toEqual(expect.arrayContaining([column]));
    expect(data.columns.map(({ id }) => id).filter((id) => id === hidden || id === below)).toEqual([]);
    expect((await test.call(getPortalColumn, { params: { id: below } }, as())).http).toBe(404);
  });
});

describe('a course', () => {
  it('has its chapters in reading order, with the chosen clips', async () => {
    const made = await makeMedia(test, shown);
    const course = await makeCourse(test, { name: 'Light' });
    const first = await makeChapter(test, { courseId: course });
    const second = await makeChapter(test, { courseId: course });
    const within = await makeChapter(test, { courseId: course, parentId: first });
    await placeIn(test, course, within, [made.id]);
    await sql`update chapter_resources set start_ms = 1000, end_ms = 5000, required = false, note = 'The first wave'
      where course_id = ${course}`.execute(test.db);
    const { data } = await test.call(getPortalCourse, { params: { id: course } }, as());
    expect(data.chapters.map(({ id }) => id)).toEqual([first, within, second]);
    expect(data.chapters[1]?.resources).toMatchObject([
      { startMs: 1000, endMs: 5000, required: false, note: 'The first wave', resource: { id: made.id } },
    ]);
    const listed = await test.call(listPortalCourses, { query: { text: 'LIGH' } }, as());
    expect(listed.data.courses.map(({ name }) => name)).toEqual(['Light']);
  });
});

describe('a search', () => {
  it('returns marked moments and continues by cursor', async () => {
    for (let each = 0; each < 3; each += 1) await makeMedia(test, { ...shown, said: 'refraction happens here' });
    const first = await test.call(searchPortal, { query: { text: 'refrac', size: 2 } }, as());
    expect(first.data.hits).toHaveLength(2);
    const [moment] = first.data.hits[0]?.moments ?? [];
    expect(moment).toMatchObject({ source: 'speech', startMs: 1000, endMs: 2000, marks: [[0, 6]] });
    const query = { text: 'refrac', size: 2, cursor: first.data.next ?? '' };
    const second = await test.call(searchPortal, { query }, as());
    expect(second.data).toMatchObject({ hits: [{}], next: null });
  });

  it('finds published subtitles', async () => {
    const made = await makeMedia(test, shown);
    await sql`insert into passages (resource_id, source, position, start_ms, end_ms, language, text)
      values (${made.id}, 'subtitle', 1, 0, 900, 'en', 'polarisation')`.execute(test.db);
    const find = async () =>
      (await test.call(searchPortal, { query: { text: 'polarisation' } }, as())).data.hits.length;
    expect(await find()).toBe(1);
    await sql`update subtitles set state = 'checked' where id = ${made.subtitleId}`.execute(test.db);
    expect(await find()).toBe(0);
  });
});

describe('masked text', () => {
  it('isn’t found, and its file is served once it is redacted', async () => {
    const made = await makeMedia(test, { ...shown, kind: 'document', said: 'plain words' });
    const word = await insertWord(test, 'quibble');
    const hitId = await insertHit(test, made.id, 'There is a quibble among plain things.', {
      wordId: word,
      word: 'quibble',
    });
    await scanned(test, made.id, { opened: 1 });
    const find = async (text: string) =>
      (await test.call(searchPortal, { query: { text } }, as())).data.hits.filter(
        ({ resource }) => resource.id === made.id,
      );
    expect(await find('quibble')).toHaveLength(1);
    await sql`insert into sensitive_masks (hit_id, resource_id, source, position, page, start_offset, end_offset)
      select id, resource_id, source, position, page, start_offset, end_offset from sensitive_hits where id = ${hitId}`.execute(
      test.db,
    );
    await sql`update sensitive_hits set state = 'masked' where id = ${hitId}`.execute(test.db);
    await sumReview(test.db, made.id);
    expect(await find('quibble')).toEqual([]);
    expect(JSON.stringify(await find('things'))).not.toMatch(/quibble/i);
    const before = await test.call(getPortalResource, { params: { id: made.id } }, as());
    expect(before.data.file).toBeNull();
    expect(before.data.cover).toBeNull();
    const covered = await storeFile(test, 'covered bytes', 'application/pdf');
    await sql`insert into masked_files (version_id, file_id) values (${made.versionId}, ${covered})`.execute(test.db);
    const after = await test.call(getPortalResource, { params: { id: made.id } }, as());
    expect((await open(after.data.file?.media?.url)).body).toBe('covered bytes');
  });
});

describe('a cached response', () => {
  it('keeps its ETag while nothing changes, separately for each key', async () => {
    const made = await makeMedia(test, shown);
    const url = `/api/portal/resources/${made.id}`;
    const get = (headers: Record<string, string>) => test.app.inject({ url, headers });
    const first = await get(key.headers);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=0, must-revalidate',
      vary: 'Authorization, Accept-Encoding',
    });
    const etag = String(first.headers.etag);
    expect((await get({ ...key.headers, 'if-none-match': `"x", ${etag}` })).statusCode).toBe(304);
    expect((await get({ ...key.headers, 'if-none-match': etag.replace('W/', '') })).statusCode).toBe(304);
    expect((await get({ ...key.headers, 'if-none-match': '*' })).statusCode).toBe(200);
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(401);
    await sql`update resources set title = 'Anew' where id = ${made.id}`.execute(test.db);
    expect((await get({ ...key.headers, 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('of a file is identified by its bytes', async () => {
    const made = await makeMedia(test, { ...shown, content: 'its bytes' });
    const { data } = await test.call(getPortalResource, { params: { id: made.id } }, as());
    const first = await open(data.file?.media?.url);
    expect(first.headers.etag).toBe(`"${createHash('sha256').update('its bytes').digest('hex')}"`);
    const again = await open(data.file?.media?.url, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const saved = await open(`${data.file?.media?.url}&download=true`);
    expect(saved.headers['content-disposition']).toMatch(/^attachment/);
  });
});

describe('the description', () => {
  it('lists exactly the calls of the portal, with examples', async () => {
    const { json } = await test.app.inject({ url: '/api/portal/openapi.json' });
    const document = json<{ info: { title: string }; paths: Record<string, object> }>();
    expect(document.info.title).toBe('Lectern portal');
    expect(Object.keys(document.paths).every((path) => path.startsWith('/api/portal/'))).toBe(true);
    expect(Object.keys(document.paths)).toHaveLength(13);
    expect(JSON.stringify(document.paths['/api/portal/events'])).toContain('homeEntryId');
    const page = await test.app.inject({ url: '/api/portal/docs' });
    expect(page.body).toContain('curl -s &#34;$LECTERN/api/portal/home&#34;');
  });
});
