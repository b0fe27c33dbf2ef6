import type { Endpoint, OutputOf, RequestOf } from '@lectern/contract/endpoint.ts';
import { addChapterItems, getChapter, updateChapter, updateChapterItem } from '@lectern/contract/features/chapter.ts';
import {
  type CourseDetailView,
  createCourse,
  getCourse,
  moveCourse,
  setCourseCover,
} from '@lectern/contract/features/course.ts';
import { addChapters, getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks, setCoursePeople } from '@lectern/contract/features/course-detail.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { listUsers } from '@lectern/contract/features/user.ts';
import { password } from '../../people.ts';
import { callApi } from '../../session/call-api.ts';
import { signInWith } from '../../session/sign-in.ts';
import { type CampusChapter, type CampusCourse, courses } from './campus-courses.ts';

type Call = <E extends Endpoint>(endpoint: E, request?: RequestOf<E>) => Promise<OutputOf<E>>;
type Known = { call: Call; resources: ReadonlyMap<string, string>; users: ReadonlyMap<string, string> };

/**
 * Creates the courses with their chapters, people and covers, through the same calls as the pages. Returns them by
 * code.
 */
export async function makeCourses(
  origin: string,
  made: readonly ResourceDetailView[],
): Promise<Map<string, CourseDetailView>> {
  const head = await signInWith(origin, 'li.wei', password);
  const call: Call = (endpoint, request) => callApi(origin, head, endpoint, request);
  const { rows } = await call(listUsers, { query: { size: 100 } });
  const known: Known = {
    call,
    resources: new Map(made.map(({ title, id }) => [title, id])),
    users: new Map(rows.map(({ account, id }) => [account, id])),
  };
  const subjects = new Map((await call(listSubjects)).map(({ code, id }) => [code, id]));
  const colleges = new Map((await call(listUnits)).colleges.map(({ code, id }) => [code, id]));
  const answer = new Map<string, CourseDetailView>();
  for (const course of courses.toReversed()) {
    const { name, code, term, about: description, language = null } = course;
    const subjectId = subjects.get(course.subject) ?? null;
    const collegeId = colleges.get(course.college) ?? null;
    const body = { name, code, term, description, language, subjectId, collegeId, departmentId: null };
    const { id } = await call(createCourse, { body });
    await arrange(known, id, course);
    answer.set(code, await call(getCourse, { params: { id } }));
  }
  return answer;
}

async function arrange(known: Known, id: string, course: CampusCourse): Promise<void> {
  const { call, resources } = known;
  const params = { id };
  const version = async () => (await call(getCourse, { params })).version;
  const person = (part: 'teacher' | 'assistant') => (who: string) => {
    const userId = known.users.get(who) ?? null;
    return { userId, name: userId ? '' : who, part };
  };
  const people = [...course.teachers.map(person('teacher')), ...(course.assistants ?? []).map(person('assistant'))];
  await call(setCoursePeople, { params, body: { people, version: await version() } });
  const resourceId = resources.get(course.cover ?? '');
  if (resourceId) await call(setCourseCover, { params, body: { resourceId, version: await version() } });
  await addAll(known, id, null, course.chapters);
  for (const move of course.moves) {
    const checks = (await call(getCourseChecks, { params })).digest;
    await call(moveCourse, { params, body: { move, version: await version(), checks } });
  }
}

async function addAll(known: Known, id: string, parentId: string | null, chapters: readonly CampusChapter[]) {
  const { call } = known;
  const params = { id };
  if (chapters.length === 0) return;
  const { version: catalogueVersion } = await call(getCatalogue, { params });
  const titles = chapters.map(({ title }) => title);
  const { chapterIds } = await call(addChapters, { params, body: { parentId, titles, catalogueVersion } });
  for (const [at, chapter] of chapters.entries()) {
    const chapterId = chapterIds[at];
    if (!chapterId) throw new Error(`${chapter.title} was not added`);
    await fill(known, chapterId, chapter);
    await addAll(known, id, chapterId, chapter.below ?? []);
  }
}

async function fill({ call, resources }: Known, id: string, { goals, text, holds = [] }: CampusChapter): Promise<void> {
  const params = { id };
  for (const { lecture, from, to, note = '', optional = false } of holds) {
    const resourceId = resources.get(lecture);
    if (!resourceId) throw new Error(`no lecture ${lecture}`);
    const { chapter } = await call(addChapterItems, { params, body: { resourceIds: [resourceId] } });
    const itemId = chapter.items.at(-1)?.id ?? '';
    const part = { startMs: from ? from * 1000 : null, endMs: to ? to * 1000 : null };
    await call(updateChapterItem, { params: { id, itemId }, body: { ...part, note, required: !optional } });
  }
  if (!goals && !text) return;
  const { version } = await call(getChapter, { params });
  await call(updateChapter, { params, body: { version, goals: goals ?? '', body: text ?? '' } });
}
