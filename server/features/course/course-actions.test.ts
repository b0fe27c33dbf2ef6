import { createCourse, getCourse, uploadCourseCover } from '@lectern/contract/features/course.ts';
import { addChapters } from '@lectern/contract/features/course-catalogue.ts';
import { listCourseResources } from '@lectern/contract/features/course-detail.ts';
import {
  getOperation,
  listOperationItems,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let campus: Campus;
let editor: Identity;
let serial = 0;

beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  const pages = ['/app/course/list', '/app/resource/info'];
  editor = await test.identity({ roleId: 3, departmentId: campus.physics, pages });
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function make(as: Identity) {
  serial += 1;
  return (await test.call(createCourse, { body: { name: `Course ${serial}`, code: `A-${serial}` } }, { as })).data;
}
const get = async (id: string) => (await test.call(getCourse, { params: { id } }, { as: test.admin })).data;
const ended = (id: string, as: Identity) =>
  eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as });
    expect(data.state).toBe('done');
    return data;
  });
async function act(action: string, ids: string[], input: Record<string, unknown> = {}, list = 'course', as = editor) {
  const { data, http } = await test.call(startOperation, { body: { list, action, selection: { ids }, input } }, { as });
  expect(http).toBe(202);
  return ended(data.id, as);
}
const undo = async (id: string, as = editor) =>
  ended((await test.call(undoOperation, { params: { id } }, { as })).data.id, as);

describe('bulk actions on courses', () => {
  it('move the permitted ones, report why others were skipped, and can be undone', async () => {
    const [mine, other] = [await make(editor), await make(test.admin)];
    const careful = await act('publish', [mine.id]);
    expect(careful).toMatchObject({ done: 0, skipped: 1 });
    const items = await test.call(listOperationItems, { params: { id: careful.id } }, { as: editor });
    expect(items.data.rows[0]?.reason).toContain('problems');
    const operation = await act('publish', [mine.id], { despiteProblems: true });
    expect(operation).toMatchObject({ done: 1 });
    expect((await get(mine.id)).state).toBe('published');
    await undo(operation.id);
    expect((await get(mine.id)).state).toBe('draft');
    // Actions skip objects outside the person's data scope.
    expect(await act('trash', [other.id])).toMatchObject({ done: 0 });
    expect((await get(other.id)).state).toBe('draft');
  });

  it('change fields and owners, and Undo restores those unchanged since', async () => {
    const [one, two] = [await make(editor), await make(editor)];
    const edited = await act('edit', [one.id, two.id], { term: '2030' });
    expect(edited.done).toBe(2);
    expect((await get(one.id)).term).toBe('2030');
    const person = await campus.personIn(campus.physics);
    const given = await act('setOwner', [one.id], { toUserId: person.userId });
    expect((await get(one.id)).owner.id).toBe(person.userId);
    expect(await undo(edited.id)).toMatchObject({ done: 1, skipped: 1 });
    expect([(await get(one.id)).term, (await get(two.id)).term]).toEqual(['2030', '']);
    await undo(given.id);
    expect((await get(one.id)).owner.id).toBe(editor.userId);
  });
});

describe('resources', () => {
  it('are added to a chapter from their list, with Undo', async () => {
    const course = await make(editor);
    const params = { id: course.id };
    const body = { parentId: null, titles: ['One'], catalogueVersion: 1 };
    const { chapterIds } = (await test.call(addChapters, { params, body }, { as: editor })).data;
    const wanted = { owner_id: test.admin.userId, department_id: campus.physics };
    const ids = [
      await insertTestResource(test.db, { ...wanted, title: 'A' }),
      await insertTestResource(test.db, { ...wanted, title: 'B' }),
    ];
    const operation = await act('addToChapter', ids, { chapterId: chapterIds[0] }, 'resource');
    expect(operation.done).toBe(2);
    const held = async () => (await test.call(listCourseResources, { params }, { as: editor })).data.length;
    expect(await held()).toBe(2);
    expect(await act('addToChapter', ids, { chapterId: chapterIds[0] }, 'resource')).toMatchObject({ skipped: 2 });
    await undo(operation.id);
    expect(await held()).toBe(0);
    // Resources can't be added to a course that the person can't edit.
    const foreign = await make(test.admin);
    const added = await test.call(addChapters, { params: { id: foreign.id }, body }, { as: test.admin });
    const refused = await act('addToChapter', ids, { chapterId: added.data.chapterIds[0] }, 'resource');
    expect(refused).toMatchObject({ done: 0, skipped: 2 });
  });
});

describe('the cover of a course', () => {
  /** A photo with location and author in its EXIF data, as a camera writes it. */
  const photo = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Copyright: 'nobody', Artist: 'secret camera' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
  const upload = (id: string, version: number, body: Buffer, as: Identity) =>
    test.app.inject({
      method: 'POST',
      url: `/api${uploadCourseCover.path.replace('{id}', id)}?version=${version}`,
      headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
      body,
    });

  it('can be uploaded and is visible to people who can see the course', async () => {
    const course = await make(editor);
    const picture = await photo();
    expect(picture.includes('secret camera')).toBe(true);
    const stranger = await test.identity({ roleId: 3, departmentId: campus.history, pages: ['/app/course/list'] });
    expect((await upload(course.id, course.version, picture, stranger)).statusCode).toBe(404);
    expect((await upload(course.id, course.version, Buffer.from('<svg onload="x"/>'), editor)).statusCode).toBe(415);
    const torn = picture.subarray(0, 60);
    expect((await upload(course.id, course.version, torn, editor)).statusCode).toBe(415);
    expect((await upload(course.id, course.version, picture, editor)).statusCode).toBe(200);
    const { cover } = await get(course.id);
    const open = (as: Identity) =>
      test.app.inject({ url: `/api${cover}`, headers: { cookie: cookieHeader(as.cookies) } });
    const shown = await open(editor);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
    const { exif, width, height } = await sharp(shown.rawPayload).metadata();
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 40, height: 30 });
    expect(shown.rawPayload.includes('secret camera')).toBe(false);
    expect((await open(stranger)).statusCode).toBe(404);
  });
});
