import { addChapterItems } from '@lectern/contract/features/chapter.ts';
import {
  createCourse,
  duplicateCourse,
  getCourse,
  listCourses,
  moveCourse,
  updateCourse,
} from '@lectern/contract/features/course.ts';
import { removeChapters } from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks, setCoursePeople } from '@lectern/contract/features/course-detail.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startCourseRig } from '../../testing/course-rig.ts';
import type { Identity } from '../../testing/test-app.ts';

const { test, campus, editor, teacher, stranger, make, resource, tree, add } = await startCourseRig();
afterAll(() => test.close());

describe('a course', () => {
  it('starts as a draft of its creator, in their department', async () => {
    const course = await make();
    expect(course).toMatchObject({ state: 'draft', department: { name: 'Optics' }, owner: { id: teacher.userId } });
    expect(course.moves).toEqual(['submit', 'trash']);
    expect(course.mayEdit).toBe(true);
  });

  it('has a unique code within its term', async () => {
    const course = await make();
    const body = { name: 'Other', code: course.code.toLowerCase(), term: course.term };
    expect(await test.call(createCourse, { body }, { as: editor })).toMatchObject({
      http: 409,
      failure: { code: 'courseCodeTaken' },
    });
    expect((await test.call(createCourse, { body: { ...body, term: '2027' } }, { as: editor })).http).toBe(201);
  });

  it('is changed by its editors, and never over someone else’s change', async () => {
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

  it('can’t move to a department outside the data scope', async () => {
    const course = await make();
    const body = { departmentId: campus.history, version: course.version };
    const answer = await test.call(updateCourse, { params: { id: course.id }, body }, { as: editor });
    expect(answer.failure.code).toBe('outsideScope');
  });

  it('changes state only by legal moves of permitted people', async () => {
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
    // Anyone with the page can read a published course, but no more.
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

  it('notifies its owner and opens a task while it waits', async () => {
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

  it('can be edited by its teachers from any department', async () => {
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

  it('is listed for its readers, by tab and filter', async () => {
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

describe('the audience of a course', () => {
  it('is Campus only by default, in lists and filters', async () => {
    const course = await make();
    expect(course.audience).toBe('campus');
    const found = async (audience: string) =>
      (await test.call(listCourses, { query: { search: course.code, audience } as never }, { as: editor })).data.rows;
    expect(await found('everyone')).toEqual([]);
    expect(await found('campus')).toMatchObject([{ id: course.id, audience: 'campus' }]);
    const body = { audience: 'everyone' as const, version: course.version };
    const { data } = await test.call(updateCourse, { params: { id: course.id }, body }, { as: editor });
    expect(data.audience).toBe('everyone');
    expect(await found('everyone')).toMatchObject([{ id: course.id }]);
    const copy = { name: 'Again', code: `${course.code}-2`, term: course.term };
    const duplicate = await test.call(duplicateCourse, { params: { id: course.id }, body: copy }, { as: editor });
    expect(duplicate.data.audience).toBe('everyone');
  });
});

describe('the counts of a course', () => {
  const counts = async (id: string) => {
    await test.container.services.courseLoop.drain();
    return (await test.call(getCourse, { params: { id } }, { as: test.admin })).data.counts;
  };

  it('follow every change, wherever it is made', async () => {
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

  it('include a campus resource as missing once the course is for everyone', async () => {
    const { id, version } = await make();
    const { chapterIds } = await add(id, ['One']);
    const resourceIds = [await resource({ visibility: 'campus' }), await resource({ visibility: 'everyone' })];
    await test.call(addChapterItems, { params: { id: chapterIds[0] ?? '' }, body: { resourceIds } }, { as: teacher });
    expect(await counts(id)).toMatchObject({ resources: 2, missing: 0 });
    await test.call(updateCourse, { params: { id }, body: { audience: 'everyone', version } }, { as: test.admin });
    expect(await counts(id)).toMatchObject({ resources: 2, missing: 1 });
    const { resources } = (await test.call(getCourseChecks, { params: { id } }, { as: test.admin })).data;
    expect(resources.filter((one) => one.problems.includes('notVisible')).map((one) => one.resourceId)).toEqual([
      resourceIds[0],
    ]);
  });
});
