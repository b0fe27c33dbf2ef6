import type { Audience } from '@lectern/contract/audience.ts';
import type { ChapterPreview } from '@lectern/contract/features/chapter.ts';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { isPublicChapter, isPublicResource, isShownTo, isWithin, type PublicRule } from '../../publication/public.ts';
import type { ResourceRows } from '../../resource/public.ts';
import { type Numbered, numberChapters } from '../catalogue/catalogue.presenter.ts';
import { findReadable } from '../course.repository.ts';
import { getChapter } from './chapter.repository.ts';
import { asOfCourse } from './chapter-items.presenter.ts';

type Dependencies = { db: Db; resources: ResourceRows; rule: PublicRule };
type Shown = { id: string; parent_id: string | null; position: number; title: string; is_public: boolean };
type Viewpoint = { audience: Audience; at?: string | undefined };
type Item = Omit<ChapterPreview['items'][number], 'thumbnail'>;

/** A chapter as learners see it, under the same conditions as the portal. */
export class ChapterPreviewService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get(principal: Principal, id: string, { audience, at: instant }: Viewpoint): Promise<ChapterPreview> {
    const { db } = this.#dependencies;
    const rule = { ...this.#dependencies.rule, audience, ...(instant && { at: new Date(instant) }) };
    const chapter = await getChapter(db, id);
    const course = await findReadable(db, principal, chapter.course_id);
    const { rows } = await sql<Shown>`select chapters.id, chapters.parent_id, chapters.position, chapters.title,
      ${isPublicChapter(rule)} as is_public from chapters where chapters.course_id = ${course.id}`.execute(db);
    // Chapter numbers count only what learners see.
    const shown = numberChapters(rows.filter((row) => row.is_public));
    const at = shown.findIndex(({ row }) => row.id === id);
    const own = shown[at] ?? numberChapters(rows).find(({ row }) => row.id === id);
    if (!own) throw new AppError('notFound');
    const open = at >= 0;
    return {
      id,
      open,
      courseOpen: await this.#isOpen(course.id, rule),
      course: { id: course.id, name: course.name },
      number: own.number,
      title: chapter.title,
      goals: chapter.goals,
      body: chapter.body,
      children: shown.filter(({ row }) => row.parent_id === id).map(stepOf),
      previous: open ? stepOrNull(shown[at - 1]) : null,
      next: open ? stepOrNull(shown[at + 1]) : null,
      items: await this.#items(principal, id, rule),
    };
  }

  /** Checks audience, dates and withholding, but not the state: a preview treats the course as published. */
  async #isOpen(courseId: string, rule: PublicRule): Promise<boolean> {
    const { rows } = await sql`select from courses where id = ${courseId} and not withheld
      and ${isWithin(rule, 'courses')} and ${isShownTo(rule.audience, sql.ref('courses.audience'))}`.execute(
      this.#dependencies.db,
    );
    return rows.length > 0;
  }

  async #items(principal: Principal, chapterId: string, rule: PublicRule): Promise<ChapterPreview['items']> {
    const { db, resources } = this.#dependencies;
    const { rows } = await sql<Item>`
      select items.id, items.resource_id as "resourceId", resources.kind, resources.title, resources.description,
        resources.duration_seconds as "durationSeconds", resources.page_count as "pageCount", items.required,
        items.start_ms as "startMs", items.end_ms as "endMs", items.note
      from chapter_resources items join resources on resources.id = items.resource_id
      where items.chapter_id = ${chapterId} and ${isPublicResource(rule)}
      order by items.position, items.id`.execute(db);
    const pictures = await resources.read(
      db,
      principal,
      rows.map((row) => row.resourceId),
    );
    return rows.map((row) => {
      const thumbnail = pictures.get(row.resourceId)?.thumbnail ?? null;
      return { ...row, thumbnail: asOfCourse(thumbnail, { chapterId, itemId: row.id }) };
    });
  }
}

const stepOf = ({ row, number }: Numbered<Shown>) => ({ id: row.id, number, title: row.title });
const stepOrNull = (step: Numbered<Shown> | undefined) => (step ? stepOf(step) : null);
