import { randomUUID } from 'node:crypto';
import {
  exportResources,
  listResources,
  onResourceDetail,
  resourcePages,
} from '@lectern/contract/features/resource.ts';
import { searchResources } from '@lectern/contract/features/search.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../platform/http/mount-endpoints.ts';
import { insertTestResource, type WantedResource } from '../../testing/insert-resource.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { snippetOf } from './search-hit.presenter.ts';

let test: TestApp;
let reader: Identity;
const tagId = randomUUID();

beforeAll(async () => {
  test = await startTestApp();
  reader = await test.identity({ roleId: 4, pages: [...resourcePages] });
  await test.db.insertInto('tags').values({ id: tagId, name: 'Quantum field' }).execute();
  const seeds: Omit<WantedResource, 'owner_id'>[] = [
    { title: 'Photosynthesis in algae', file_name: 'week-3.pdf' },
    { title: 'Lab book', description: 'Measures of photosynthesis under green light, in five steps.' },
    { title: 'Notes on photosynthesis' },
    { title: '高等数学 第一讲', author: '王芳' },
    { title: '线性代数', description: '大学数学课程的习题与解答。' },
    { title: 'Entanglement', tag_ids: [tagId] },
    { title: 'Slides', file_name: 'thermodynamics_v2.pptx' },
    { title: 'AI for teachers' },
    { title: '100% sure_thing' },
    { title: 'Confidential photosynthesis plan', state: 'draft' },
    { title: 'Photosynthesis in the bin', state: 'trashed' },
  ];
  for (const seed of seeds) await insertTestResource(test.db, { owner_id: test.admin.userId, ...seed });
});
afterAll(() => test.close());

const search = async (text: string, as = reader) =>
  (await test.call(searchResources, { query: { text } }, { as })).data;
const found = async (text: string, as = reader) => (await search(text, as)).map((hit) => [hit.title, hit.found]);
const listed = async (text: string) =>
  (await test.call(listResources, { query: { search: text, sort: 'title' } }, { as: reader })).data;

describe('the search of the palette', () => {
  it('ranks titles that begin with the text first, then other titles, then other fields', async () => {
    expect(await found('photosynthesis')).toEqual([
      ['Photosynthesis in algae', 'title'],
      ['Notes on photosynthesis', 'title'],
      ['Lab book', 'description'],
    ]);
  });

  it('takes several words in any order, and any piece of a word', async () => {
    expect(await found('ALGAE photo')).toEqual([['Photosynthesis in algae', 'title']]);
    expect(await found('green synthesis')).toEqual([['Lab book', 'description']]);
  });

  it.each([
    ['数学', ['高等数学 第一讲', '线性代数']],
    ['讲', ['高等数学 第一讲']],
    ['王芳', ['高等数学 第一讲']],
    ['线性代数', ['线性代数']],
    ['数学 习题', ['线性代数']],
    ['ai', ['AI for teachers']],
    ['0%', ['100% sure_thing']],
    ['e_t', ['100% sure_thing']],
  ])('finds %j', async (text, titles) => {
    expect((await search(text)).map((hit) => hit.title)).toEqual(titles);
  });

  it('finds by tag, file name and author, and shows the place', async () => {
    expect(await search('quantum')).toMatchObject([{ title: 'Entanglement', found: 'tag', snippet: 'Quantum field' }]);
    expect(await search('thermodynamics')).toMatchObject([
      { title: 'Slides', found: 'fileName', snippet: 'thermodynamics_v2.pptx' },
    ]);
    expect(await search('entanglement quantum')).toMatchObject([{ title: 'Entanglement', found: 'tag' }]);
    expect((await search('green'))[0]?.snippet).toContain('under green light');
  });

  it('forgives mistyped letters when nothing fits', async () => {
    expect(await found('photosinthesis algea')).toEqual([['Photosynthesis in algae', 'similar']]);
    expect((await search('enatnglement')).map((hit) => hit.title)).toEqual(['Entanglement']);
    expect(await search('xqzwvk')).toEqual([]);
  });

  it('shows only what the person may read, and nothing to those without a page of resources', async () => {
    expect(await found('confidential')).toEqual([]);
    expect(await found('confidential', test.admin)).toEqual([['Confidential photosynthesis plan', 'title']]);
    expect(await found('confidentail')).toEqual([]);
    const outsider = await test.identity({ roleId: 4 });
    expect(await search('photosynthesis', outsider)).toEqual([]);
  });

  it.each(onResourceDetail.pages)('finds published resources for people whose only page is %s', async (page) => {
    const person = await test.identity({ roleId: 4, pages: [page] });
    expect(await found('algae', person)).toEqual([['Photosynthesis in algae', 'title']]);
    expect(await found('confidential', person)).toEqual([]);
  });

  it.each(["'; drop table resources; --", '%', '_', '\\', '(((', '[a-', '"', '\u0000x', '💥💥', 'a'.repeat(200)])(
    'takes %j for nothing but text',
    async (text) => {
      const answer = await test.call(searchResources, { query: { text } }, { as: reader });
      expect([200, 400, 422]).toContain(answer.status);
    },
  );
});

describe('the search of a list', () => {
  it('finds the same: words in any order, short Chinese words, tags', async () => {
    expect((await listed('synthesis PHOTO')).rows.map((row) => row.title)).toEqual([
      'Lab book',
      'Notes on photosynthesis',
      'Photosynthesis in algae',
    ]);
    expect((await listed('数学')).count).toEqual({ value: 2, exact: true });
    expect((await listed('quantum')).rows.map((row) => row.title)).toEqual(['Entanglement']);
  });

  it('says when nothing matches and similar spellings are shown', async () => {
    const typo = await listed('photosinthesis');
    expect(typo.similar).toBe(true);
    expect(typo.rows.map((row) => row.title)).toContain('Photosynthesis in algae');
    expect(typo.count.value).toBe(typo.rows.length);
    expect((await listed('photosynthesis')).similar).toBeUndefined();
    const nothing = await listed('xqzwvk');
    expect(nothing).toMatchObject({ rows: [], count: { value: 0, exact: true } });
    expect(nothing.similar).toBeUndefined();
  });
});

describe('the export of a list', () => {
  it('holds the rows that a mistyped search showed', async () => {
    const rows = (await listed('photosinthesis')).rows.map((row) => row.title);
    const file = await test.app.inject({
      url: pathOf(exportResources),
      query: { search: 'photosinthesis', sort: 'title', format: 'csv', columns: 'title' },
      headers: { cookie: cookieHeader(reader.cookies) },
    });
    expect(file.body.trim().split(/\r?\n/).slice(1)).toEqual(rows);
    expect(rows).not.toEqual([]);
  });
});

describe('a snippet', () => {
  it('shows the text around the word without breaking characters', () => {
    const text = `${'前'.repeat(100)}重点${'💡'.repeat(200)}`;
    const snippet = snippetOf(text, ['重点']) ?? '';
    expect(snippet.startsWith('…')).toBe(true);
    expect(snippet).toContain('重点');
    expect(snippet.isWellFormed()).toBe(true);
    expect(snippetOf('nothing here', ['else'])).toBeNull();
  });
});
