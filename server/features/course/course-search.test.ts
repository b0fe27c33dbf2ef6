import { searchCourses } from '@lectern/contract/features/search.ts';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCourseRig } from '../../testing/course-rig.ts';
import type { Identity } from '../../testing/test-app.ts';
import { listChaptersBy, listCoursesBy } from './course-search.repository.ts';

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

  it('leaves out Trash and treats search operators as text', async () => {
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

  it('goes through indexes on the pieces of names and titles, not through all of them', async () => {
    const { db } = rig.test;
    const course = await rig.make(rig.teacher, { name: 'Glaciers', code: 'ICE-1' });
    await sql`insert into chapters (id, course_id, title, position)
      select gen_random_uuid(), ${course.id}, 'Week ' || md5(i::text), i from generate_series(1, 1500) i`.execute(db);
    await sql`insert into courses (id, name, code, term, owner_id)
      select gen_random_uuid(), md5(i::text), 'ICE-1-' || i, '', ${rig.teacher.userId} from generate_series(1, 1500) i`.execute(
      db,
    );
    await sql`analyze chapters, courses`.execute(db);
    const wanted = { text: 'moraine', words: ['moraine'] };
    expect(await planOf((plugged) => listChaptersBy(plugged, wanted, sql`true`, 5))).toContain('chapters_search');
    expect(await planOf((plugged) => listCoursesBy(plugged, wanted, sql`true`, 5))).toContain('courses_search');
  });
});

/** The query plan of the database. */
async function planOf(ask: (db: typeof rig.test.db) => Promise<unknown>): Promise<string> {
  const asked: RootOperationNode[] = [];
  const listening: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await ask(rig.test.db.withPlugin(listening));
  const executor = rig.test.db.getExecutor();
  const [node] = asked;
  if (!node) throw new Error('nothing was asked');
  const { sql: text, parameters } = executor.compileQuery(node, { queryId: 'plan' });
  const { rows } = await rig.test.db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${text}`, [...parameters]),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
