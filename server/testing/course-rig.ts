import { type CourseDetailView, createCourse, getCourse, moveCourse } from '@lectern/contract/features/course.ts';
import { addChapters, getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks } from '@lectern/contract/features/course-detail.ts';
import { buildCampus } from './campus.ts';
import { insertTestResource } from './insert-resource.ts';
import { startTestApp } from './test-app.ts';

const page = '/app/course/list';

/** A campus with people who create courses, and helpers to create them. */
export async function startCourseRig() {
  const test = await startTestApp();
  const campus = await buildCampus(test);
  const editor = await test.identity({ roleId: 3, departmentId: campus.physics, pages: [page, '/app/resource/info'] });
  const teacher = await test.identity({ roleId: 4, departmentId: campus.optics, pages: [page] });
  const stranger = await test.identity({ roleId: 3, departmentId: campus.history, pages: [page] });
  let serial = 0;
  const tree = async (id: string, as = teacher) => (await test.call(getCatalogue, { params: { id } }, { as })).data;
  return {
    ...{ test, campus, page, editor, teacher, stranger, tree },
    async make(as = teacher, wanted: Record<string, unknown> = {}): Promise<CourseDetailView> {
      serial += 1;
      const body = { name: `Waves ${serial}`, code: `PHY-${serial}`, term: '2026-autumn', ...wanted };
      return (await test.call(createCourse, { body: body as never }, { as })).data;
    },
    resource: (wanted: Record<string, unknown> = {}) =>
      insertTestResource(test.db, {
        owner_id: test.admin.userId,
        title: 'Of waves',
        has_text: true,
        ...wanted,
      } as never),
    async add(id: string, titles: string[], parentId: string | null = null, as = teacher) {
      const { version } = await tree(id, as);
      const body = { titles, parentId, catalogueVersion: version };
      return (await test.call(addChapters, { params: { id }, body }, { as })).data;
    },
    /** The teacher submits, the editor publishes, whatever the checks found. */
    async move(id: string, wanted: 'submit' | 'publish') {
      const params = { id };
      const { data: checks } = await test.call(getCourseChecks, { params }, { as: editor });
      const { version } = (await test.call(getCourse, { params }, { as: editor })).data;
      const body = { move: wanted, checks: checks.digest, version };
      return test.call(moveCourse, { params, body }, { as: wanted === 'publish' ? editor : teacher });
    },
  };
}

/** Chapters as `number title` lines. */
export const shape = (chapters: { number: string; title: string }[]) =>
  chapters.map((one) => `${one.number} ${one.title}`);
