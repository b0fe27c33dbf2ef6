import { createColumn } from '@lectern/contract/features/column.ts';
import {
  exportResources,
  listMyResources,
  listResources,
  neighbours,
  resourceList,
} from '@lectern/contract/features/resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/new-id.ts';
import { buildCampus, type Campus } from '../../../testing/campus.ts';
import {
  makeResource,
  makeStaff,
  type ResourceWish,
  type Staff,
  schoolLibraryId,
} from '../../../testing/resource-rig.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let campus: Campus;
let staff: Staff;
const made: Record<string, string> = {};
let tagId: string;
let columnId: string;
let folderId: string;

beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  staff = await makeStaff(test, campus);
  const context = await test.context(test.admin);
  tagId = (await test.container.services.tags.create(context, '力学 mechanics')).id;
  columnId = (await test.call(createColumn, { body: { parentId: null, name: 'Front' } }, { as: test.admin })).data.id;
  folderId = newId();
  await test.db
    .insertInto('folders')
    .values({ id: folderId, library_id: schoolLibraryId, name: 'Term', path: `/${folderId}/` })
    .execute();
  const make = async (title: string, wish: ResourceWish) => {
    made[title] = (await makeResource(test, { title, ...wish })).id;
  };
  await make('Draft of owner', { owner: staff.owner, state: 'draft', kind: 'image', tagIds: [tagId] });
  await make('Review of owner', { owner: staff.owner, state: 'in_review', kind: 'video', language: 'zh', year: 1999 });
  await make('Rejected of owner', { owner: staff.owner, state: 'rejected', folderId, content: 'twins' });
  await make('Trashed of owner', { owner: staff.owner, state: 'trashed' });
  await make('Published of physics', { owner: staff.editor, state: 'published', kind: 'audio', content: 'twins' });
  await make('Optics draft', { owner: staff.editor, departmentId: campus.optics, state: 'draft' });
  await make('Draft of history', { owner: staff.otherEditor, state: 'draft', licence: 'cc_by', visibility: 'owner' });
  await make('Published of history', { owner: staff.otherEditor, state: 'published', licenceUntil: '2030-05-01' });
  await make('Editor elsewhere', { owner: staff.editor, departmentId: campus.history, state: 'draft' });
  await make('Purged', { owner: staff.owner, state: 'purged' });
  const addedBy = test.admin.userId;
  await test.db
    .insertInto('column_items')
    .values({ column_id: columnId, resource_id: made['Published of physics'] ?? '', position: 1, added_by: addedBy })
    .execute();
  const mark = (title: string, marks: { has_text?: boolean; low_confidence?: boolean; stale?: boolean }) =>
    test.db.updateTable('resources').set(marks).where('title', '=', title).execute();
  await mark('Optics draft', { has_text: true, low_confidence: true });
  await mark('Draft of history', { stale: true });
  const used = { dimension: 10, key: made['Published of history'] ?? '' };
  await test.db.insertInto('access_keys').values(used).execute();
  const resourceId = made['Optics draft'] ?? '';
  const star = {
    id: newId(),
    owner_id: staff.owner.userId,
    resource_id: resourceId,
    position: 1,
    seen_version_number: 1,
  };
  await test.db
    .insertInto('favourites')
    .values({ ...star, created_at: '2020-01-05T12:00:00Z' })
    .execute();
});
afterAll(() => test.close());

type Query = Record<string, string | number>;
async function titlesFor(as: Identity, query: Query = {}, endpoint = listResources): Promise<string[]> {
  const answer = await test.call(endpoint, { query: { sort: 'title', ...query } } as never, { as });
  expect(answer.status).toBe(200);
  return answer.data.rows.map((row) => row.title as string);
}

const ofPhysics = ['Draft of owner', 'Rejected of owner', 'Review of owner'];
const published = ['Published of history', 'Published of physics'];
const everything = [...ofPhysics, ...published, 'Draft of history', 'Editor elsewhere', 'Optics draft'].toSorted();

describe('the data scope of resources', () => {
  it('administrators see everything', async () => {
    expect(await titlesFor(test.admin)).toEqual(everything);
  });

  it('editors see their departments, their own, and published ones', async () => {
    const seen = [...ofPhysics, ...published, 'Editor elsewhere', 'Optics draft'].toSorted();
    expect(await titlesFor(staff.editor)).toEqual(seen);
    const others = ['Draft of history', 'Editor elsewhere', ...published].toSorted();
    expect(await titlesFor(staff.otherEditor)).toEqual(others);
  });

  it('users see their own and published ones', async () => {
    expect(await titlesFor(staff.owner)).toEqual([...ofPhysics, ...published].toSorted());
    expect(await titlesFor(staff.stranger)).toEqual(published);
  });

  it('My resources shows only one’s own, in any role', async () => {
    expect(await titlesFor(staff.owner, {}, listMyResources as never)).toEqual(ofPhysics);
    expect(await titlesFor(test.admin, {}, listMyResources as never)).toEqual([]);
  });

  it('rows say whether they are in the user’s scope', async () => {
    const { data } = await test.call(listResources, { query: { size: 50 } }, { as: staff.editor });
    const scope = Object.fromEntries(data.rows.map((row) => [row.title, row.inScope]));
    expect(scope).toMatchObject({
      'Optics draft': true,
      'Draft of owner': true,
      'Published of history': false,
      'Editor elsewhere': false,
    });
  });
});

describe('tab counts', () => {
  it('equal the rows of the tab, for everyone', async () => {
    for (const as of [test.admin, ...Object.values(staff)]) {
      const { data } = await test.call(listResources, { query: {} }, { as });
      for (const tab of resourceList.tabs) {
        expect([tab, data.tabs[tab]?.value]).toEqual([tab, (await titlesFor(as, { tab })).length]);
      }
      expect(data.count).toEqual(data.tabs.all);
    }
  });

  it('of My resources equal the rows, including Needs attention', async () => {
    const { data } = await test.call(listMyResources, { query: {} }, { as: staff.owner });
    expect(Object.fromEntries(Object.entries(data.tabs).map(([tab, count]) => [tab, count.value]))).toEqual({
      all: 3,
      drafts: 1,
      processing: 0,
      needsMe: 1,
      published: 0,
      trash: 1,
    });
    expect(await titlesFor(staff.owner, { tab: 'needsMe' }, listMyResources as never)).toEqual(['Rejected of owner']);
  });
});

describe('a filter', () => {
  /** What each filter finds for an administrator; a new filter fails to compile until it is added. */
  const cases: Record<keyof typeof resourceList.filters, () => [string, string[]]> = {
    title: () => ['optics', ['Optics draft']],
    kind: () => ['audio,video', ['Published of physics', 'Review of owner']],
    fileFormat: () => ['PNG', ['Draft of owner']],
    state: () => ['in_review', ['Review of owner']],
    owner: () => [staff.otherEditor.userId, ['Draft of history', 'Published of history']],
    department: () => [campus.physics, [...ofPhysics, 'Optics draft', 'Published of physics'].toSorted()],
    college: () => [newId(), []],
    subject: () => [newId(), []],
    library: () => [newId(), []],
    folder: () => [folderId, ['Rejected of owner']],
    column: () => [columnId, ['Published of physics']],
    inColumn: () => ['yes', ['Published of physics']],
    tag: () => [tagId, ['Draft of owner']],
    tagged: () => ['yes', ['Draft of owner']],
    language: () => ['zh', ['Review of owner']],
    licence: () => ['cc_by', ['Draft of history']],
    licenceEnds: () => ['2030-05-01..2030-05-01', ['Published of history']],
    visibility: () => ['owner', ['Draft of history']],
    fileSize: () => ['5..5', ['Published of physics', 'Rejected of owner']],
    duration: () => ['1..', []],
    pages: () => ['1..', []],
    year: () => ['1990..2000', ['Review of owner']],
    created: () => ['..2000-01-01', []],
    updated: () => ['..2000-01-01', []],
    published: () => ['2020-01-01..', published],
    scheduled: () => ['yes', []],
    duplicates: () => ['yes', ['Published of physics', 'Rejected of owner']],
    starred: () => ['yes', []],
    contains: () => ['phys publ', ['Published of physics']],
    hasText: () => ['yes', ['Optics draft']],
    lowConfidence: () => ['yes', ['Optics draft']],
    stale: () => ['yes', ['Draft of history']],
    subtitled: () => ['yes', []],
    used: () => ['yes', ['Published of history']],
    favourite: () => ['2020-01-05..2020-01-05', ['Optics draft']],
    without: () => ['department', []],
    counted: () => ['yes', everything],
  };
  it.each(Object.keys(cases) as (keyof typeof cases)[])('%s limits the list to its matches', async (name) => {
    const [value, titles] = cases[name]();
    expect(await titlesFor(test.admin, { [name]: value })).toEqual(titles);
  });
});

describe('a list of resources', () => {
  it('finds by title, file name and tag, including two Chinese characters', async () => {
    expect(await titlesFor(test.admin, { search: '力学' })).toEqual(['Draft of owner']);
    expect(await titlesFor(test.admin, { search: 'optics draft.pdf' })).toEqual(['Optics draft']);
  });

  it('links Previous and Next in the order of the view, up to its ends', async () => {
    const view = 'sort=title';
    const order = await titlesFor(staff.owner);
    for (const [index, title] of order.entries()) {
      const { data } = await test.call(
        neighbours,
        { params: { id: made[title] ?? '' }, query: { list: 'resource', view } },
        { as: staff.owner },
      );
      const idAt = (place: number) => (order[place] === undefined ? undefined : made[order[place]]);
      expect([data.previous?.id, data.next?.id]).toEqual([idAt(index - 1), idAt(index + 1)]);
      expect([data.before, data.after]).toEqual([index, order.length - 1 - index]);
    }
  });

  it('is exported with durations and languages as on screen', async () => {
    const id = made['Review of owner'] ?? '';
    const facts = { language: 'mul', duration_seconds: 59.9 };
    await test.db.updateTable('resources').set(facts).where('id', '=', id).execute();
    const response = await test.app.inject({
      url: '/api/resources/export',
      query: { format: 'csv', columns: 'title,language,length', kind: 'video' },
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
    expect(response.body.replace('\ufeff', '')).toBe(
      'Title,Language,Length or dimensions\r\nReview of owner,Multiple languages,0:00:59\r\n',
    );
  });

  it('is exported with the same rows in words', async () => {
    const response = await test.app.inject({
      url: '/api/resources/export',
      query: { format: 'csv', columns: 'title,kind,state,tags', sort: 'title', kind: 'image' },
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
    expect(exportResources.path).toBe('/resources/export');
    expect(response.body.replace('\ufeff', '')).toBe(
      'Title,Type,Status,Tags\r\nDraft of owner,Image,Draft,力学 mechanics\r\n',
    );
  });
});
