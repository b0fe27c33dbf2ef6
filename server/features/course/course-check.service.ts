import { createHash } from 'node:crypto';
import type { ChapterProblem, CourseChecks, CourseProblem } from '@lectern/contract/features/course-check.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { PublicRule } from '../publication/public.ts';
import type { ResourceRows } from '../resource/public.ts';
import { presentChapters } from './catalogue/catalogue.presenter.ts';
import { listChapters } from './catalogue/catalogue.repository.ts';
import { findReadable } from './course.repository.ts';
import { type ItemRecord, isInReview, listItems } from './course-check.repository.ts';

type Dependencies = { db: Db; resources: Pick<ResourceRows, 'readable'>; rule: PublicRule };

/** Problems that must be confirmed before publishing; the others are only shown. */
const graveOfCourse: readonly CourseProblem[] = ['noChapters', 'noResources', 'nothingPublic', 'sensitive', 'withheld'];
const graveOfChapter: readonly ChapterProblem[] = ['empty', 'nothingPublic', 'sensitive', 'withheld'];

/** Finds the problems of a course when its page asks. */
export class CourseCheckService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get(principal: Principal, courseId: string): Promise<CourseChecks> {
    const { db, resources } = this.#dependencies;
    await findReadable(db, principal, courseId);
    return this.#check(db, courseId, await this.#items(db, courseId, resources.readable(principal)));
  }

  /** Refuses to publish if there are problems other than those the person has seen. */
  async requireSeen(transaction: Executor, courseId: string, seen: string | undefined): Promise<void> {
    const checks = await this.#check(transaction, courseId, await this.#items(transaction, courseId, sql`true`));
    if (isGrave(checks) && checks.digest !== seen) throw new AppError('checksFirst');
  }

  #items(db: Executor, courseId: string, readable: ReturnType<ResourceRows['readable']>): Promise<ItemRecord[]> {
    return listItems(db, { courseId }, { rule: this.#dependencies.rule, readable });
  }

  async #check(db: Executor, courseId: string, items: readonly ItemRecord[]): Promise<CourseChecks> {
    const chapters = presentChapters(await listChapters(db, courseId, this.#dependencies.rule));
    const course = await db
      .selectFrom('courses')
      .select(['cover_file_id', 'subject_id', 'withheld'])
      .select(isInReview('courses').as('is_reviewed'))
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('course_people').select('id').where('course_id', '=', courseId).where('part', '=', 'teacher'),
        ).as('has_teacher'),
      )
      .where('id', '=', courseId)
      .executeTakeFirstOrThrow();
    const isEmpty = items.length === 0;
    const found: Record<CourseProblem, boolean> = {
      noChapters: chapters.length === 0,
      noResources: isEmpty,
      nothingPublic: !isEmpty && !items.some((item) => item.is_public),
      noCover: course.cover_file_id === null,
      noSubject: course.subject_id === null,
      noTeacher: !course.has_teacher,
      sensitive: course.is_reviewed && !course.withheld,
      withheld: course.withheld,
    };
    const places = new Map(chapters.map((chapter, at) => [chapter.id, { at, chapter }]));
    const inOrder = items.toSorted(
      (one, other) => (places.get(one.chapter_id)?.at ?? 0) - (places.get(other.chapter_id)?.at ?? 0),
    );
    const wrong = {
      course: (Object.keys(found) as CourseProblem[]).filter((problem) => found[problem]),
      chapters: chapters
        .filter((chapter) => chapter.problems.length > 0)
        .map(({ id, number, title, problems }) => ({ id, number, title, problems })),
      resources: inOrder
        .filter((item) => item.problems.length > 0)
        .map((item) => ({
          itemId: item.id,
          chapterId: item.chapter_id,
          chapterNumber: places.get(item.chapter_id)?.chapter.number ?? '',
          chapterTitle: places.get(item.chapter_id)?.chapter.title ?? '',
          resourceId: item.resource_id,
          kind: item.kind,
          title: item.readable ? item.title : '',
          state: item.state,
          required: item.required,
          problems: item.problems,
        })),
    };
    const having = (problem: string) => items.filter((item) => (item.problems as string[]).includes(problem)).length;
    const fine = items.filter((item) => item.problems.length === 0).length;
    return {
      digest: digestOf(wrong),
      counts: {
        chapters: chapters.length,
        resources: items.length,
        missing: items.filter((item) => !item.is_public).length,
        withoutText: having('noText'),
        withoutSubtitles: having('noSubtitles'),
        sensitive: having('sensitive'),
        completeness: isEmpty ? null : Math.floor((100 * fine) / items.length),
      },
      ...wrong,
    };
  }
}

type Wrong = Pick<CourseChecks, 'course' | 'chapters' | 'resources'>;

function isGrave({ course, chapters, resources }: Wrong): boolean {
  return (
    resources.length > 0 ||
    course.some((problem) => graveOfCourse.includes(problem)) ||
    chapters.some(({ problems }) => problems.some((problem) => graveOfChapter.includes(problem)))
  );
}

/** Titles aren't part of the digest because they depend on who may read what. */
function digestOf({ course, chapters, resources }: Wrong): string {
  const said = [
    course,
    chapters.map(({ id, problems }) => [id, problems]),
    resources.map(({ itemId, problems }) => [itemId, problems]),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32);
}
