import { listResources, onResourceDetail, resourcePages } from '@lectern/contract/features/resource.ts';
import { searchPassages } from '@lectern/contract/features/search.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { insertTestResource, type WantedResource } from '../../testing/insert-resource.ts';
import { changeResource } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let reader: Identity;
let editor: Identity;

type Text = { text: string; source?: string; page?: number; start_ms?: number; box?: number[] };

async function make(title: string, texts: readonly (string | Text)[], wanted: Partial<WantedResource> = {}) {
  const id = await insertTestResource(test.db, { owner_id: test.admin.userId, title, ...wanted });
  const rows = texts.map((text, at) => ({
    resource_id: id,
    source: 'document',
    position: at + 1,
    ...(typeof text === 'string' ? { text } : text),
  }));
  if (rows.length > 0) await test.db.insertInto('passages').values(rows).execute();
  return id;
}

beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  reader = await test.identity({ roleId: 4, pages: [...resourcePages] });
  editor = await test.identity({ roleId: 3, departmentId: campus.physics, pages: [...resourcePages] });
  await make('Cells', [
    'An introduction.',
    { text: 'The mitochondrion is the powerhouse of the cell.', page: 3, box: [0.1, 0.2, 0.5, 0.05] },
    'Mitochondria again.',
    'Of mitochondria.',
    'And mitochondrial matters.',
  ]);
  await make('Lecture', [{ text: '线粒体是细胞的动力工厂，Café 里讲过。', source: 'speech', start_ms: 12_500 }], {
    kind: 'video',
    description: 'Spoken in 上海交通大学',
  });
  await make('Board', [{ text: 'E = mc² & 100% of it', source: 'ocr', page: 1, box: [0, 0.5, 1, 0.1] }], {
    kind: 'image',
  });
  await make('Secret', ['The secret mitochondrion of somebody'], { state: 'draft' });
  await make('Of physics', ['The secret mitochondrion of physics'], {
    state: 'draft',
    department_id: campus.physics,
  });
  await make('Binned', ['The mitochondrion in the bin'], { state: 'trashed', state_before: 'published' });
});
afterAll(() => test.close());

type Query = { text: string; size?: string; sources?: string };
const ask = (query: Query, as = reader) => test.call(searchPassages, { query: query as never }, { as });
const found = async (text: string, as = reader) =>
  (await ask({ text }, as)).data.map((group) => [group.title, group.passages.map((passage) => passage.text)]);
const titles = async (text: string, as = reader) => (await ask({ text }, as)).data.map((group) => group.title).sort();

describe('search in texts', () => {
  it('returns the place: page and box, second, or image box', async () => {
    expect((await ask({ text: 'powerhouse' })).data).toMatchObject([
      { title: 'Cells', kind: 'document', passages: [{ page: 3, box: [0.1, 0.2, 0.5, 0.05], second: null }] },
    ]);
    expect((await ask({ text: '线粒' })).data).toMatchObject([
      { title: 'Lecture', kind: 'video', passages: [{ source: 'speech', page: null, second: 12.5, box: null }] },
    ]);
    expect((await ask({ text: 'mc2' })).data).toMatchObject([
      { title: 'Board', kind: 'image', passages: [{ source: 'ocr', box: [0, 0.5, 1, 0.1] }] },
    ]);
  });

  it('marks matches by offset', async () => {
    const [group] = (await ask({ text: '动力 CAFE' })).data;
    const [passage] = group?.passages ?? [];
    expect(passage?.marks.map(([from, to]) => passage.text.slice(from, to))).toEqual(['动力', 'Café']);
  });

  it('shows three passages per resource, in reading order', async () => {
    expect(await found('mitochondri')).toEqual([
      ['Cells', ['The mitochondrion is the powerhouse of the cell.', 'Mitochondria again.', 'Of mitochondria.']],
    ]);
  });

  it.each([
    ['powerhouse mitochondrion', ['Cells']],
    ['POWER', ['Cells']],
    ['powerhouse again', []],
    ['house', []],
    ['细胞', ['Lecture']],
    ['细胞的动力', ['Lecture']],
    ['动力 细胞', ['Lecture']],
    ['细动', []],
    ['ｃａｆｅ', ['Lecture']],
    ['100%', ['Board']],
    ['上海', ['Lecture']],
    ['lecture', ['Lecture']],
  ])('finds by %j', async (text, expected) => {
    expect(await titles(text)).toEqual(expected);
  });

  it('searches only the requested sources', async () => {
    expect((await ask({ text: 'lecture', sources: 'document,ocr,speech' })).data).toEqual([]);
    expect((await ask({ text: '上海', sources: 'description' })).data).toMatchObject([
      { title: 'Lecture', passages: [{ source: 'description' }] },
    ]);
    expect((await ask({ text: 'lecture', sources: 'secrets' })).http).toBe(422);
  });

  it('finds nothing unreadable and nothing in Trash', async () => {
    expect(await titles('mitochondrion')).toEqual(['Cells']);
    expect(await titles('secret')).toEqual([]);
    expect(await titles('secret', editor)).toEqual(['Of physics']);
    expect(await titles('mitochondrion', test.admin)).toEqual(['Cells', 'Of physics', 'Secret']);
    const outsider = await test.identity({ roleId: 4 });
    expect(await titles('mitochondrion', outsider)).toEqual([]);
  });

  it.each(onResourceDetail.pages)('works for people whose only page is %s', async (page) => {
    expect(await titles('powerhouse', await test.identity({ roleId: 4, pages: [page] }))).toEqual(['Cells']);
  });

  it('follows changes and forgets purged resources', async () => {
    const id = await make('Wombats', [], { description: 'About marsupials' });
    await changeResource(test.db, id, { title: 'Quokkas', description: '' });
    expect(await titles('wombats')).toEqual([]);
    expect(await titles('marsupials')).toEqual([]);
    expect(await titles('quokkas')).toEqual(['Quokkas']);
    await changeResource(test.db, id, { state: 'purged' });
    expect(await sql`select 1 from passages where resource_id = ${id}`.execute(test.db)).toMatchObject({ rows: [] });
  });

  it.each([
    ...['%', '_', '\\', "'", '"', ':*', '&', '!', '| &', '(((', '<->', '\u0000', '\u0000x', '\u00ad', '💥', '\ud800'],
    ...["'; drop table passages; --", "x':* | 'secret", 'a'.repeat(200), '数'.repeat(200), 'a '.repeat(99)],
  ])('treats %j as text', async (text) => {
    const answer = await ask({ text });
    expect([200, 400, 422]).toContain(answer.http);
    if (answer.http === 200) expect(answer.data.map((group) => group.title)).not.toContain('Secret');
  });

  it('refuses oversized queries', async () => {
    expect((await ask({ text: 'a'.repeat(201) })).http).toBe(422);
  });
});

describe('the filter “contains text” of a list', () => {
  const listed = async (contains: string, as = reader) =>
    (await test.call(listResources, { query: { contains, sort: 'title' } as never }, { as })).data;

  it('finds the same rows, with the first snippet and its place', async () => {
    const { rows, count } = await listed('mitochondrion');
    expect(count).toEqual({ value: 1, exact: true });
    expect(rows).toMatchObject([{ title: 'Cells', passage: { page: 3, box: [0.1, 0.2, 0.5, 0.05] } }]);
    const [passage] = rows.map((row) => row.passage);
    expect(passage?.marks.map(([from, to]) => passage.text.slice(from, to))).toEqual(['mitochondrion']);
    expect((await listed('secret', editor)).rows.map((row) => row.title)).toEqual(['Of physics']);
    expect((await listed('%')).rows).toEqual([]);
  });

  it('adds no snippets without the filter', async () => {
    const { data } = await test.call(listResources, { query: {} }, { as: reader });
    expect(data.rows.length).toBeGreaterThan(0);
    expect(data.rows.every((row) => row.passage === undefined)).toBe(true);
  });
});
