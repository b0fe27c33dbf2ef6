import { updateChapter } from '@lectern/contract/features/chapter.ts';
import { getCourse, moveCourse, updateCourse } from '@lectern/contract/features/course.ts';
import { getCourseChecks } from '@lectern/contract/features/course-detail.ts';
import { getPortalCourse, listPortalCourses } from '@lectern/contract/portal/portal-course.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { startCourseRig } from '../../testing/course-rig.ts';
import { makeKey } from '../../testing/portal-rig.ts';
import { scanRig } from '../../testing/scan-rig.ts';

const { test, teacher, editor, make, add, tree } = await startCourseRig();
afterAll(() => test.close());
const { addWord, changeWord, settle, hitsOf } = scanRig(test);
const { headers } = await makeKey(test, { audience: 'campus' });

const versionOf = async (id: string) => (await test.call(getCourse, { params: { id } }, { as: editor })).data.version;

async function move(id: string, wanted: 'submit' | 'publish') {
  const params = { id };
  const { data: checks } = await test.call(getCourseChecks, { params }, { as: editor });
  const body = { move: wanted, checks: checks.digest, version: await versionOf(id) };
  return test.call(moveCourse, { params, body }, { as: wanted === 'publish' ? editor : teacher });
}

async function published(wanted: Record<string, unknown> = {}, titles = ['Light']) {
  const course = await make(teacher, wanted);
  await add(course.id, titles);
  const { chapters } = await tree(course.id);
  await settle();
  expect((await move(course.id, 'submit')).http).toBe(200);
  expect((await move(course.id, 'publish')).http).toBe(200);
  return { id: course.id, chapterId: chapters[0]?.id ?? '' };
}

async function write(chapterId: string, body: Record<string, unknown>) {
  const { version } = await test.db
    .selectFrom('chapters')
    .select('version')
    .where('id', '=', chapterId)
    .executeTakeFirstOrThrow();
  const answer = await test.call(
    updateChapter,
    { params: { id: chapterId }, body: { ...body, version } },
    { as: teacher },
  );
  expect(answer.http).toBe(200);
  await settle();
}

const shown = async (id: string) => (await test.call(getPortalCourse, { params: { id } }, { headers })).data;

describe('a word that blocks', () => {
  it('takes a published chapter off the front site at once, and the fixed chapter comes back', async () => {
    await addWord('gunpowder', { severity: 'block' });
    const { id, chapterId } = await published({}, ['Light', 'Sound']);
    expect((await shown(id)).chapters).toHaveLength(2);
    for (const field of ['title', 'goals', 'body']) {
      await write(chapterId, { [field]: 'How to mix gunpowder' });
      expect(JSON.stringify(await shown(id))).not.toContain('gunpowder');
      expect((await shown(id)).chapters.map((chapter) => chapter.title)).toEqual(['Sound']);
      await write(chapterId, { [field]: 'Light' });
      expect((await shown(id)).chapters).toHaveLength(2);
    }
  });

  it('takes the whole course off when it stands in the course’s own text', async () => {
    await addWord('napalm', { severity: 'block' });
    const { id } = await published();
    const change = async (description: string) => {
      const body = { description, version: await versionOf(id) };
      expect((await test.call(updateCourse, { params: { id }, body }, { as: teacher })).http).toBe(200);
      await settle();
    };
    await change('All about napalm.');
    expect((await test.call(getPortalCourse, { params: { id } }, { headers })).http).toBe(404);
    const { data: list } = await test.call(listPortalCourses, {}, { headers });
    expect(list.courses.map((course) => course.id)).not.toContain(id);
    expect((await move(id, 'publish')).http).not.toBe(200);
    await change('All about light.');
    expect((await shown(id)).id).toBe(id);
  });
});

describe('a word that asks for a review', () => {
  it('holds a course back until its texts are decided or fixed, and names the place', async () => {
    const word = await addWord('moonshine');
    const course = await make(teacher);
    await add(course.id, ['About moonshine']);
    const { chapters } = await tree(course.id);
    await settle();
    expect(await hitsOf(chapters[0]?.id ?? '')).toMatchObject([{ word: 'moonshine', source: 'title', state: 'open' }]);
    const held = await move(course.id, 'submit');
    expect(held).toMatchObject({ http: 409, failure: { code: 'itemsHeld' } });
    expect(held.message).toContain('About moonshine');
    await changeWord(word, { severity: 'notice' });
    await test.container.services.scans.scan(chapters[0]?.id ?? '');
    expect((await move(course.id, 'submit')).http).toBe(200);
  });
});
