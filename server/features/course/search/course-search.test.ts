import { searchCourses } from '@lectern/contract/features/search.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCourseRig } from '../../../testing/course-rig.ts';
import type { Identity } from '../../../testing/test-app.ts';

let rig: Awaited<ReturnType<typeof startCourseRig>>;
beforeAll(async () => {
  rig = await startCourseRig();
});
afterAll(() => rig.test.close());

const answer = (text: string, as: Identity) => rig.test.call(searchCourses, { query: { text } }, { as });
const found = async (text: string, as: Identity = rig.teacher) =>
  (await answer(text, as)).data.map((hit) => [hit.type, hit.title, hit.course.code]);

describe('the search for courses', () => {
  it('finds a course by its name and code, what begins with the text first, then its chapters', async () => {
    const course = await rig.make(rig.teacher, { name: 'Tides and moons', code: 'SEA-7' });
    await rig.make(rig.teacher, { name: 'On tides', code: 'SEA-8' });
    await rig.add(course.id, ['The spring tides', 'Ports']);
    expect(await found('TIDES')).toEqual([
      ['course', 'Tides and moons', 'SEA-7'],
      ['course', 'On tides', 'SEA-8'],
      ['chapter', 'The spring tides', 'SEA-7'],
    ]);
    expect(await found('sea-8')).toEqual([['course', 'On tides', 'SEA-8']]);
    expect(await found('moons tides')).toEqual([['course', 'Tides and moons', 'SEA-7']]);
  });

  it('shows a person no course or chapter that they may not read, until it is published', async () => {
    const course = await rig.make(rig.teacher, { name: 'Zeppelins', code: 'AIR-1' });
    await rig.add(course.id, ['Zeppelins over lakes']);
    expect(await found('zeppelins')).toHaveLength(2);
    expect(await found('zeppelins', rig.stranger)).toEqual([]);
    await rig.test.db.updateTable('courses').set({ state: 'published' }).where('id', '=', course.id).execute();
    expect(await found('zeppelins', rig.stranger)).toHaveLength(2);
  });

  it('leaves out what is in the trash, and takes signs of searches as they are', async () => {
    const course = await rig.make(rig.teacher, { name: 'Quicksand 50%_x', code: 'GEO-1' });
    await rig.add(course.id, ['Quicksand 100%']);
    expect(await found('quicksand 50%_x')).toHaveLength(1);
    expect(await found('quicksand %_')).toHaveLength(1);
    await rig.test.db
      .updateTable('courses')
      .set({ state: 'trashed', state_before: 'draft' })
      .where('id', '=', course.id)
      .execute();
    expect(await found('quicksand', rig.test.admin)).toEqual([]);
  });

  it('is refused to those without the page of courses', async () => {
    const nobody = await rig.test.identity({ roleId: 3, pages: ['/app/resource/info'] });
    expect((await answer('waves', nobody)).status).toBe(403);
  });
});
