import { getOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import { getResource, resourcePages } from '@lectern/contract/features/resource.ts';
import {
  checkResourceImport,
  getResourceImport,
  listResourceImportLines,
  runResourceImport,
  uploadResourceImport,
} from '@lectern/contract/features/resource-import.ts';
import { newSubject } from '@lectern/contract/features/subject-management.ts';
import type { ImportFile } from '@lectern/contract/import/define-import.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../platform/http/mount-endpoints.ts';
import { eventually } from '../../testing/eventually.ts';
import { insertTestResource, schoolLibraryId } from '../../testing/insert-resource.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let owner: Identity;
let stranger: Identity;

beforeAll(async () => {
  test = await startTestApp();
  owner = await test.identity({ roleId: 4, pages: [...resourcePages] });
  stranger = await test.identity({ roleId: 4, pages: [...resourcePages] });
  const subject = newSubject.parse({ code: 'MATH', name: 'Mathematics' });
  await test.container.services.subjects.create(await test.context(test.admin), subject);
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function upload(text: string, as = owner): Promise<ImportFile> {
  const response = await test.app.inject({
    method: 'POST',
    url: `${pathOf(uploadResourceImport)}?name=metadata.csv`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(text),
  });
  expect(response.statusCode).toBe(201);
  return response.json<{ data: ImportFile }>().data;
}
const check = (file: ImportFile, within: string | null = schoolLibraryId, as = owner) =>
  test.call(
    checkResourceImport,
    { params: { id: file.id }, body: { mapping: file.mapping, existing: 'update', within } },
    { as },
  );
async function judged(text: string, within: string | null = schoolLibraryId, as = owner) {
  const file = await upload(text, as);
  const { data } = await check(file, within, as);
  const lines = await test.call(listResourceImportLines, { params: { id: file.id } }, { as });
  return { file: data, lines: lines.data.rows };
}
const make = (fileName: string, fields: Record<string, unknown> = {}) =>
  insertTestResource(test.db, {
    owner_id: owner.userId,
    title: `Title of ${fileName}`,
    file_name: fileName,
    state: 'ready',
    ...fields,
  });
const get = async (id: string, as = owner) => (await test.call(getResource, { params: { id } }, { as })).data;

describe('a resource import', () => {
  it('previews changes line by line, applies them and can be undone', async () => {
    const [first, second] = [await make('week-1.pdf'), await make('第二周.mp4')];
    const table = [
      '文件名,标题,标签,语言,学科,年份,许可,许可截止,可见范围',
      'WEEK-1.pdf,Week one,"algebra；基础",English,math,2024,CC BY-SA 4.0,2030/1/5,everyone',
      '第二周.mp4,第二周,,中文,,,,,仅校内',
      'week-1.pdf,Twice,,,,,,,',
      'nowhere.pdf,Lost,,,,,,,',
    ].join('\n');
    const { file, lines } = await judged(table);
    expect(file).toMatchObject({ counts: { new: 0, changed: 2, skipped: 0, invalid: 2 }, within: schoolLibraryId });
    expect(lines[0]?.changes).toContainEqual({ field: 'tags', before: '', after: 'algebra, 基础' });
    expect(lines[2]?.problems[0]).toMatchObject({ code: 'twice' });
    expect(lines[3]?.problems[0]).toMatchObject({ field: 'file', code: 'unknownResource' });

    const run = await test.call(runResourceImport, { params: { id: file.id } }, { as: owner });
    expect(run.status).toBe(202);
    const operation = () => test.call(getOperation, { params: { id: run.data.id } }, { as: owner });
    await eventually(async () => expect((await operation()).data.state).toBe('done'));
    const changed = await get(first);
    expect(changed).toMatchObject({
      title: 'Week one',
      language: 'en',
      subject: { name: 'Mathematics' },
      year: 2024,
      licence: 'cc_by_sa',
      licenceUntil: '2030-01-05',
      visibility: 'everyone',
    });
    expect(changed.tags.map((tag) => tag.name)).toEqual(['algebra', '基础']);
    expect(await get(second)).toMatchObject({ title: '第二周', language: 'zh', visibility: 'campus' });

    await test.call(undoOperation, { params: { id: run.data.id } }, { as: owner });
    await eventually(async () =>
      expect(await get(first)).toMatchObject({ title: 'Title of week-1.pdf', language: null, year: null, tags: [] }),
    );
  });

  it('names unknown values and skips those lines', async () => {
    const id = await make('bad.pdf');
    const table = [
      'id,language,licence,visibility,year,licence until,subject,tags,title',
      `${id},klingon,mine,nobody,soon,2026-02-30,NOPE,"${Array.from({ length: 51 }, (_, n) => `t${n}`).join(';')}",${'x'.repeat(301)}`,
      'not-an-id,,,,,,,,x',
    ].join('\n');
    const { lines } = await judged(table, null);
    expect(lines[0]?.problems.map((found) => found.code).sort()).toEqual([
      'notADay',
      'notAYear',
      'tooLong',
      'tooManyTags',
      'unknownLanguage',
      'unknownLicence',
      'unknownSubject',
      'unknownVisibility',
    ]);
    expect(lines[1]).toMatchObject({ verdict: 'invalid' });
  });

  it('needs a library for file names, and can’t tell two files of one name apart', async () => {
    await make('double.pdf');
    await make('Double.PDF');
    const none = await judged('file,title\ndouble.pdf,x', null);
    expect(none.lines[0]?.problems).toMatchObject([{ code: 'libraryNeeded' }]);
    const both = await judged('file,title\ndouble.pdf,x');
    expect(both.lines[0]?.problems).toMatchObject([{ code: 'severalResources', values: { count: 2 } }]);
  });

  it('skips what says the same already', async () => {
    const id = await make('same.pdf', { author: 'Li Wei' });
    const { lines } = await judged(`id,author\n${id},Li Wei`);
    expect(lines[0]).toMatchObject({ verdict: 'skipped', problems: [{ code: 'nothingToChange' }] });
  });
});

describe('someone else’s table', () => {
  it('can’t change unreadable or read-only resources', async () => {
    const [hidden, open] = [await make('hidden.pdf'), await make('open.pdf', { state: 'published' })];
    const { lines } = await judged(`id,title\n${hidden},Mine\n${open},Mine`, null, stranger);
    expect(lines.map((line) => line.problems[0]?.code)).toEqual(['unknownResource', 'notEditable']);
    const byName = await judged('file,title\nhidden.pdf,Mine', schoolLibraryId, stranger);
    expect(byName.lines[0]?.problems[0]?.code).toBe('unknownResource');
  });

  it('can’t be seen or run by anyone else', async () => {
    const file = await upload('file,title\na.pdf,b');
    const read = await test.call(getResourceImport, { params: { id: file.id } }, { as: stranger });
    expect(read.failure.code).toBe('notFound');
    const run = await test.call(runResourceImport, { params: { id: file.id } }, { as: stranger });
    expect(run.failure.code).toBe('notFound');
  });

  it('does not carry out what the person lost the right to since the check', async () => {
    const id = await make('handed-on.pdf');
    const { file } = await judged(`id,title\n${id},Changed`, null);
    await test.db.updateTable('resources').set({ owner_id: stranger.userId }).where('id', '=', id).execute();
    const run = await test.call(runResourceImport, { params: { id: file.id } }, { as: owner });
    await eventually(async () => {
      const { data } = await test.call(getOperation, { params: { id: run.data.id } }, { as: owner });
      expect(data.state).toBe('done');
    });
    expect(await get(id, stranger)).toMatchObject({ title: 'Title of handed-on.pdf' });
  });
});
