import {
  addChapterItems,
  getChapter,
  placeChapterItems,
  previewChapter,
  removeChapterItems,
  searchShelf,
  suggestForChapter,
  updateChapter,
  updateChapterItem,
} from '@lectern/contract/features/chapter.ts';
import {
  type CourseDetailView,
  createCourse,
  duplicateCourse,
  getCourse,
  listCourses,
  moveCourse,
  updateCourse,
} from '@lectern/contract/features/course.ts';
import {
  addChapters,
  getCatalogue,
  moveChapters,
  removeChapters,
  renameChapter,
  showChapters,
  undoCatalogueChange,
} from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks, listCourseResources, setCoursePeople } from '@lectern/contract/features/course-detail.ts';
import { listUses } from '@lectern/contract/features/resource-detail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const page = '/app/course/list';
let test: TestApp;
let campus: Campus;
let editor: Identity;
let teacher: Identity;
let stranger: Identity;
let serial = 0;

beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  editor = await test.identity({ roleId: 3, departmentId: campus.physics, pages: [page, '/app/resource/info'] });
  teacher = await test.identity({ roleId: 4, departmentId: campus.optics, pages: [page] });
  stranger = await test.identity({ roleId: 3, departmentId: campus.history, pages: [page] });
});
afterAll(() => test.close());

async function make(as = teacher, wanted: Record<string, unknown> = {}): Promise<CourseDetailView> {
  serial += 1;
  const body = { name: `Waves ${serial}`, code: `PHY-${serial}`, term: '2026-autumn', ...wanted };
  return (await test.call(createCourse, { body: body as never }, { as })).data;
}
const resource = (wanted: Record<string, unknown> = {}) =>
  insertTestResource(test.db, { owner_id: test.admin.userId, title: 'Of waves', has_text: true, ...wanted } as never);
const tree = async (id: string, as = teacher) => (await test.call(getCatalogue, { params: { id } }, { as })).data;
async function add(id: string, titles: string[], parentId: string | null = null, as = teacher) {
  const { version } = await tree(id, as);
  const body = { titles, parentId, catalogueVersion: version };
  return (await test.call(addChapters, { params: { id }, body }, { as })).data;
}
const shape = (chapters: { number: string; title: string }[]) => chapters.map((one) => `${one.number} ${one.title}`);

describe('a course', () => {
  it('is a draft of whoever makes it, in their department', async () => {
    const course = await make();
    expect(course).toMatchObject({ state: 'draft', department: { name: 'Optics' }, owner: { id: teacher.userId } });
    expect(course.moves).toEqual(['submit', 'trash']);
    expect(course.mayEdit).toBe(true);
  });

  it('has its code for itself within a term', async () => {
    const course = await make();
    const body = { name: 'Other', code: course.code.toLowerCase(), term: course.term };
    expect(await test.call(createCourse, { body }, { as: editor })).toMatchObject({
      http: 409,
      failure: { code: 'courseCodeTaken' },
    });
    expect((await test.call(createCourse, { body: { ...body, term: '2027' } }, { as: editor })).http).toBe(201);
  });

  it('is changed by those who look after it, and by nobody on top of somebody else', async () => {
    const course = await make();
    const params = { id: course.id };
    const body = { name: 'Light', version: course.version };
    expect((await test.call(updateCourse, { params, body }, { as: stranger })).http).toBe(404);
    expect((await test.call(updateCourse, { params, body }, { as: editor })).data).toMatchObject({ name: 'Light' });
    expect(await test.call(updateCourse, { params, body }, { as: teacher })).toMatchObject({
      http: 409,
      failure: { code: 'changedMeanwhile' },
    });
  });

  it('can’t be put into a department that one does not look after', async () => {
    const course = await make();
    const body = { departmentId: campus.history, version: course.version };
    const answer = await test.call(updateCourse, { params: { id: course.id }, body }, { as: editor });
    expect(answer.failure.code).toBe('outsideScope');
  });

  it('goes from state to state by those who may, and by no other way', async () => {
    const course = await make();
    const params = { id: course.id };
    let { version } = course;
    const move = async (wanted: Record<string, unknown>, as: Identity) => {
      const answer = await test.call(moveCourse, { params, body: { version, ...wanted } as never }, { as });
      if (answer.http === 200 && answer.data) version = answer.data.version;
      return answer;
    };
    expect((await move({ move: 'publish' }, teacher)).failure.code).toBe('courseNotYours');
    expect((await move({ move: 'archive' }, editor)).failure.code).toBe('illegalMove');
    expect((await move({ move: 'submit' }, teacher)).data?.state).toBe('in_review');
    expect((await move({ move: 'reject' }, editor)).http).toBe(422);
    expect((await move({ move: 'reject', reason: 'No chapters' }, editor)).data).toMatchObject({
      state: 'draft',
      stateReason: 'No chapters',
    });
    expect((await move({ move: 'submit' }, teacher)).data?.state).toBe('in_review');
    expect((await move({ move: 'publish' }, editor)).failure.code).toBe('checksFirst');
    const { digest, course: problems } = (await test.call(getCourseChecks, { params }, { as: editor })).data;
    expect(problems).toContain('noChapters');
    expect((await move({ move: 'publish', checks: digest }, editor)).data?.state).toBe('published');
    // Who has the page reads what is published, and no more.
    expect((await test.call(getCourse, { params }, { as: stranger })).data).toMatchObject({
      mayEdit: false,
      moves: [],
    });
    expect((await move({ move: 'trash' }, editor)).failure.code).toBe('illegalMove');
    expect((await move({ move: 'offline' }, editor)).data?.state).toBe('offline');
    expect((await move({ move: 'archive' }, editor)).data?.state).toBe('archived');
    const edit = { name: 'Never', version };
    expect((await test.call(updateCourse, { params, body: edit }, { as: editor })).failure.code).toBe('courseArchived');
    expect((await move({ move: 'trash' }, editor)).data?.state).toBe('trashed');
    expect((await move({ move: 'restore' }, editor)).data?.state).toBe('archived');
    expect((await move({ move: 'trash' }, editor)).data?.state).toBe('trashed');
    expect((await move({ move: 'purge', confirm: course.name }, editor)).failure.code).toBe('courseNotYours');
    expect((await move({ move: 'purge', confirm: 'x' }, test.admin)).http).toBe(422);
    expect((await move({ move: 'purge', confirm: course.name }, test.admin)).data).toBeNull();
    expect((await test.call(getCourse, { params }, { as: test.admin })).http).toBe(404);
  });

  it('tells its owner, and leaves a to-do while it waits', async () => {
    const course = await make();
    const params = { id: course.id };
    const open = () =>
      test.db
        .selectFrom('tasks')
        .select('state')
        .where('object_id', '=', course.id)
        .where('kind', '=', 'courseReview')
        .execute();
    const sent = await test.call(
      moveCourse,
      { params, body: { move: 'submit', version: course.version } },
      { as: teacher },
    );
    expect(await open()).toEqual([{ state: 'open' }]);
    const body = { move: 'reject' as const, reason: 'Not yet', version: sent.data?.version ?? 0 };
    await test.call(moveCourse, { params, body }, { as: editor });
    expect(await open()).toEqual([{ state: 'done' }]);
    const told = await test.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', teacher.userId)
      .execute();
    expect(told.map((one) => one.kind)).toContain('courseRejected');
  });

  it('lets those edit it who are named as teachers, whatever their department', async () => {
    const course = await make();
    const params = { id: course.id };
    const people = [
      { userId: stranger.userId, name: '', part: 'teacher' as const },
      { userId: null, name: 'Prof. Guest', part: 'teacher' as const },
    ];
    const set = await test.call(
      setCoursePeople,
      { params, body: { people, version: course.version } },
      { as: teacher },
    );
    expect(set.data.teachers).toHaveLength(2);
    expect(set.data.teachers[1]).toBe('Prof. Guest');
    const body = { description: 'By me', version: set.data.version };
    expect((await test.call(updateCourse, { params, body }, { as: stranger })).http).toBe(200);
    const twice = { people: [...people, ...people.slice(1)], version: set.data.version + 1 };
    expect((await test.call(setCoursePeople, { params, body: twice }, { as: teacher })).http).toBe(422);
  });

  it('is listed for those who may read it, by tab and by filter', async () => {
    const course = await make(teacher, { name: '线性代数基础' });
    const names = async (query: Record<string, string>, as: Identity) =>
      (await test.call(listCourses, { query: query as never }, { as })).data.rows.map((row) => row.id);
    expect(await names({ search: '线性代数' }, editor)).toEqual([course.id]);
    expect(await names({ search: '线性代数' }, stranger)).toEqual([]);
    expect(
      await names({ search: course.code, tab: 'draft', department: campus.physics, problem: 'empty' }, editor),
    ).toEqual([course.id]);
    expect(await names({ search: course.code, tab: 'published' }, editor)).toEqual([]);
    expect(await names({ search: '%_' }, editor)).toEqual([]);
  });
});

describe('a catalogue', () => {
  it('grows, is put in order, and shrinks; each change is taken back with the same ids', async () => {
    const { id } = await make();
    const top = await add(id, ['One', 'Two', 'Three']);
    const [one, two, three] = top.chapterIds as [string, string, string];
    const below = await add(id, ['Inside'], one);
    const [inside] = below.chapterIds as [string];
    expect(shape(below.catalogue.chapters)).toEqual(['1 One', '1.1 Inside', '2 Two', '3 Three']);
    const params = { id };
    const move = { chapterIds: [three], parentId: null, beforeId: one, catalogueVersion: below.catalogue.version };
    const moved = (await test.call(moveChapters, { params, body: move }, { as: teacher })).data;
    expect(shape(moved.catalogue.chapters)).toEqual(['1 Three', '2 One', '2.1 Inside', '3 Two']);
    expect(await test.call(moveChapters, { params, body: move }, { as: teacher })).toMatchObject({ http: 409 });

    const held = await resource();
    await test.call(addChapterItems, { params: { id: inside }, body: { resourceIds: [held] } }, { as: teacher });
    const before = await tree(id);
    const remove = { chapterIds: [one], catalogueVersion: before.version };
    const removed = (await test.call(removeChapters, { params, body: remove }, { as: teacher })).data;
    expect(shape(removed.catalogue.chapters)).toEqual(['1 Three', '2 Two']);
    const back = await test.call(undoCatalogueChange, { params, body: { undo: removed.undo ?? '' } }, { as: teacher });
    expect(back.data.catalogue.chapters.map((chapter) => chapter.id)).toEqual([three, one, inside, two]);
    expect((await test.call(listCourseResources, { params }, { as: teacher })).data).toMatchObject([
      { resource: { id: held }, chapterNumber: '2.1' },
    ]);
    // And forward again.
    const again = await test.call(
      undoCatalogueChange,
      { params, body: { undo: back.data.undo ?? '' } },
      { as: teacher },
    );
    expect(shape(again.data.catalogue.chapters)).toEqual(['1 Three', '2 Two']);
    expect(
      (await test.call(undoCatalogueChange, { params, body: { undo: back.data.undo ?? '' } }, { as: teacher })).failure
        .code,
    ).toBe('undoNotPossible');
  });

  it('does not take back what somebody changed since', async () => {
    const { id } = await make();
    const params = { id };
    const { chapterIds } = await add(id, ['One']);
    const chapterId = chapterIds[0] ?? '';
    const rename = async (title: string) => {
      const { version } = await tree(id);
      const request = { params: { id, chapterId }, body: { title, catalogueVersion: version } };
      return (await test.call(renameChapter, request, { as: teacher })).data.undo ?? '';
    };
    const first = await rename('First');
    await rename('Second');
    expect(
      (await test.call(undoCatalogueChange, { params, body: { undo: first } }, { as: teacher })).failure.code,
    ).toBe('changedMeanwhile');
    expect(shape((await tree(id)).chapters)).toEqual(['1 Second']);
  });

  it('never closes a circle, nor grows deeper than it may', async () => {
    const { id } = await make();
    const params = { id };
    let parent: string | null = null;
    const ids: string[] = [];
    for (let level = 1; level <= 6; level += 1) {
      const { chapterIds } = await add(id, [`Level ${level}`], parent);
      parent = chapterIds[0] ?? null;
      ids.push(chapterIds[0] ?? '');
    }
    const { version } = await tree(id);
    const deeper = { titles: ['Too deep'], parentId: parent, catalogueVersion: version };
    expect((await test.call(addChapters, { params, body: deeper }, { as: teacher })).failure.code).toBe('tooDeep');
    const circle = { chapterIds: [ids[0] ?? ''], parentId: ids[2] ?? '', beforeId: null, catalogueVersion: version };
    expect((await test.call(moveChapters, { params, body: circle }, { as: teacher })).failure.code).toBe('intoItself');
  });

  it('knows no chapters of other courses', async () => {
    const [mine, other] = [await make(), await make(test.admin)];
    const foreign = (await add(other.id, ['Foreign'], null, test.admin)).chapterIds[0] ?? '';
    const own = (await add(mine.id, ['Own'])).chapterIds[0] ?? '';
    const { version } = await tree(mine.id);
    const params = { id: mine.id };
    const answers = [
      await test.call(
        renameChapter,
        { params: { id: mine.id, chapterId: foreign }, body: { title: 'x', catalogueVersion: version } },
        { as: teacher },
      ),
      await test.call(
        moveChapters,
        { params, body: { chapterIds: [foreign], parentId: null, beforeId: null, catalogueVersion: version } },
        { as: teacher },
      ),
      await test.call(
        moveChapters,
        { params, body: { chapterIds: [own], parentId: foreign, beforeId: null, catalogueVersion: version } },
        { as: teacher },
      ),
      await test.call(
        removeChapters,
        { params, body: { chapterIds: [foreign], catalogueVersion: version } },
        { as: teacher },
      ),
      await test.call(getChapter, { params: { id: foreign } }, { as: teacher }),
      await test.call(
        addChapterItems,
        { params: { id: foreign }, body: { resourceIds: [await resource()] } },
        { as: teacher },
      ),
    ];
    expect(answers.map((answer) => answer.http)).toEqual([404, 404, 404, 404, 404, 404]);
    const item =
      (
        await test.call(
          addChapterItems,
          { params: { id: foreign }, body: { resourceIds: [await resource()] } },
          { as: test.admin },
        )
      ).data.chapter.items[0]?.id ?? '';
    expect(
      (await test.call(updateChapterItem, { params: { id: own, itemId: item }, body: { note: 'x' } }, { as: teacher }))
        .http,
    ).toBe(404);
    expect(
      (await test.call(removeChapterItems, { params: { id: own }, body: { itemIds: [item] } }, { as: teacher })).http,
    ).toBe(404);
  });

  it('is copied whole into a new draft', async () => {
    const { id } = await make();
    const { chapterIds } = await add(id, ['One', 'Two']);
    await add(id, ['Inside'], chapterIds[1] ?? null);
    await test.call(
      addChapterItems,
      { params: { id: chapterIds[0] ?? '' }, body: { resourceIds: [await resource()] } },
      { as: teacher },
    );
    const body = { name: 'Copy', code: `COPY-${serial}`, term: '2027' };
    const copy = (await test.call(duplicateCourse, { params: { id }, body }, { as: teacher })).data;
    expect(shape((await tree(copy.id)).chapters)).toEqual(['1 One', '2 Two', '2.1 Inside']);
    expect((await test.call(listCourseResources, { params: { id: copy.id } }, { as: teacher })).data).toHaveLength(1);
    expect(copy.state).toBe('draft');
  });
});

describe('a chapter', () => {
  async function chapterOf(as = teacher) {
    const { id } = await make(as);
    const { chapterIds } = await add(id, ['Interference of light', 'Next'], null, as);
    return { courseId: id, id: chapterIds[0] ?? '', next: chapterIds[1] ?? '' };
  }

  it('says what it is about, and where it stands', async () => {
    const { id, next } = await chapterOf();
    const { data } = await test.call(getChapter, { params: { id } }, { as: teacher });
    expect(data).toMatchObject({ number: '1', previous: null, next: { id: next, number: '2' }, problems: ['empty'] });
    const body = { goals: 'Explain fringes', visible: false, version: data.version };
    expect((await test.call(updateChapter, { params: { id }, body }, { as: teacher })).data).toMatchObject({
      goals: 'Explain fringes',
      visible: false,
    });
    expect((await test.call(updateChapter, { params: { id }, body }, { as: teacher })).failure.code).toBe(
      'changedMeanwhile',
    );
    const dates = {
      availableFrom: '2026-02-01T00:00:00Z',
      availableUntil: '2026-01-01T00:00:00Z',
      version: data.version + 1,
    };
    expect((await test.call(updateChapter, { params: { id }, body: dates }, { as: teacher })).http).toBe(422);
  });

  it('holds resources in their order, with the part and the note of each', async () => {
    const { id, courseId } = await chapterOf();
    const video = await resource({
      kind: 'video',
      title: 'Film',
      duration_seconds: 100,
      format: 'mp4',
      content_type: 'video/mp4',
    });
    const [paper, other] = [await resource({ title: 'Paper' }), await resource({ title: 'Other' })];
    const added = await test.call(
      addChapterItems,
      { params: { id }, body: { resourceIds: [video, paper, other] } },
      { as: teacher },
    );
    const items = added.data.chapter.items;
    const [film, first, last] = items.map((item) => item.id) as [string, string, string];
    expect(items.map((item) => item.resource.title)).toEqual(['Film', 'Paper', 'Other']);
    const params = { id };
    const placed = await test.call(
      placeChapterItems,
      { params, body: { itemIds: [last], beforeId: film } },
      { as: teacher },
    );
    expect(placed.data.chapter.items.map((item) => item.id)).toEqual([last, film, first]);
    const set = (itemId: string, body: object) =>
      test.call(updateChapterItem, { params: { id, itemId }, body }, { as: teacher });
    expect((await set(film, { startMs: 5_000, endMs: 4_000 })).http).toBe(422);
    expect((await set(first, { startMs: 5_000 })).http).toBe(422);
    const parted = await set(film, { startMs: 5_000, endMs: 200_000, required: false, note: 'Only this' });
    expect(parted.data.chapter.items[1]).toMatchObject({
      startMs: 5_000,
      required: false,
      problems: ['noSubtitles', 'beyondEnd'],
    });
    const undone = await test.call(
      undoCatalogueChange,
      { params: { id: courseId }, body: { undo: parted.data.undo ?? '' } },
      { as: teacher },
    );
    expect(undone.http).toBe(200);
    expect((await test.call(getChapter, { params }, { as: teacher })).data.items[1]).toMatchObject({
      startMs: null,
      required: true,
    });
    // Those that are in it stay where they are, and are not there twice.
    const again = await test.call(addChapterItems, { params, body: { resourceIds: [video] } }, { as: teacher });
    expect(again.data.chapter.items).toHaveLength(3);
    expect(again.data.undo).toBeNull();
    expect((await test.call(listUses, { params: { id: video } }, { as: editor })).data).toMatchObject([
      { kind: 'course', detail: 'Interference of light' },
    ]);
  });

  it('takes nothing that one may not read, nor what is in the trash', async () => {
    const { id } = await chapterOf();
    const hidden = await resource({ state: 'draft' });
    const binned = await resource({ state: 'trashed', owner_id: teacher.userId });
    const put = (resourceIds: string[]) =>
      test.call(addChapterItems, { params: { id }, body: { resourceIds } }, { as: teacher });
    expect((await put([hidden])).http).toBe(404);
    expect((await put([binned])).failure.code).toBe('inTrash');
    expect((await put([crypto.randomUUID()])).http).toBe(404);
  });

  it('finds resources on the shelf and suggests what fits, published ones first', async () => {
    const { id } = await chapterOf();
    const shown = await resource({ title: 'Interference patterns' });
    const draft = await resource({ title: 'Interference draft', state: 'draft', owner_id: teacher.userId });
    await resource({ title: 'Interference of others', state: 'draft' });
    const found = await test.call(searchShelf, { params: { id }, query: { search: 'interference' } }, { as: teacher });
    expect(found.data.rows.map((row) => row.id)).toEqual([shown, draft]);
    const suggested = (await test.call(suggestForChapter, { params: { id } }, { as: teacher })).data;
    expect(suggested.words).toContain('interference');
    expect(suggested.rows.map((row) => row.id)).toContain(shown);
    await test.call(addChapterItems, { params: { id }, body: { resourceIds: [shown] } }, { as: teacher });
    expect(
      (await test.call(suggestForChapter, { params: { id } }, { as: teacher })).data.rows.map((row) => row.id),
    ).not.toContain(shown);
    const used = await test.call(searchShelf, { params: { id }, query: { search: 'interference' } }, { as: teacher });
    expect(used.data.rows[0]?.usedIn).toMatchObject([{ id }]);
  });

  it('shows learners what is public, and nothing else', async () => {
    const { id, courseId } = await chapterOf(test.admin);
    const wanted: [string, Record<string, unknown>][] = [
      ['shown', {}],
      ['to the world', { visibility: 'everyone' }],
      ['draft', { state: 'draft' }],
      ['blocked', { state: 'blocked' }],
      ['trashed', { state: 'offline' }],
      ['for its owner', { visibility: 'owner' }],
      ['over', { offline_at: new Date(Date.now() - 1_000) }],
      ['to come', { publish_at: new Date(Date.now() + 60_000) }],
      ['licence over', { licence_until: '2020-01-01' }],
    ];
    const resourceIds: string[] = [];
    for (const [title, values] of wanted) resourceIds.push(await resource({ title, ...values }));
    await test.call(addChapterItems, { params: { id }, body: { resourceIds } }, { as: test.admin });
    await sql`update resources set state = 'trashed' where id = ${resourceIds[4]}`.execute(test.db);
    const preview = async (audience: 'campus' | 'everyone') =>
      (await test.call(previewChapter, { params: { id }, query: { audience } }, { as: test.admin })).data;
    expect((await preview('campus')).items.map((item) => item.title)).toEqual(['shown', 'to the world']);
    expect((await preview('everyone')).items.map((item) => item.title)).toEqual(['to the world']);
    expect((await preview('campus')).open).toBe(true);
    const { version } = await tree(courseId, test.admin);
    await test.call(
      showChapters,
      { params: { id: courseId }, body: { chapterIds: [id], visible: false, catalogueVersion: version } },
      { as: test.admin },
    );
    expect((await preview('campus')).open).toBe(false);
    const checks = (await test.call(getCourseChecks, { params: { id: courseId } }, { as: test.admin })).data;
    expect(checks.resources.map((one) => one.problems[0])).toEqual([
      'notPublished',
      'blocked',
      'trashed',
      'notVisible',
      'outOfDates',
      'outOfDates',
      'outOfDates',
    ]);
  });
});

describe('what is counted of a course', () => {
  const counts = async (id: string) => {
    await test.container.services.courseLoop.drain();
    return (await test.call(getCourse, { params: { id } }, { as: test.admin })).data.counts;
  };

  it('follows whatever changes, wherever it is changed', async () => {
    const { id } = await make();
    const { chapterIds } = await add(id, ['One', 'Empty']);
    const [fine, film] = [await resource(), await resource({ kind: 'video', duration_seconds: 10 })];
    await test.call(
      addChapterItems,
      { params: { id: chapterIds[0] ?? '' }, body: { resourceIds: [fine, film] } },
      { as: teacher },
    );
    expect(await counts(id)).toEqual({
      chapters: 2,
      resources: 2,
      missing: 0,
      withoutText: 0,
      withoutSubtitles: 1,
      sensitive: 0,
      completeness: 50,
    });
    await sql`update resources set state = 'offline' where id = ${fine}`.execute(test.db);
    expect(await counts(id)).toMatchObject({ missing: 1, completeness: 0 });
    await sql`update resources set state = 'published', has_text = false where id = ${fine}`.execute(test.db);
    expect(await counts(id)).toMatchObject({ missing: 0, withoutText: 1, completeness: 0 });
    const { version } = await tree(id);
    await test.call(
      removeChapters,
      { params: { id }, body: { chapterIds, catalogueVersion: version } },
      { as: teacher },
    );
    expect(await counts(id)).toMatchObject({ chapters: 0, resources: 0, completeness: null });
  });
});
