import type { Audience } from '@lectern/contract/audience.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isNamedSubject } from '../publication/public.ts';
import { isShownCover } from './cover.repository.ts';
import type { PortalCursor } from './portal-cursor.ts';
import { type CardRow, cardColumns, cardJoins } from './resource.repository.ts';

export type CourseRow = {
  id: string;
  name: string;
  code: string;
  term: string;
  description: string;
  language: string | null;
  audience: Audience;
  subject_id: string | null;
  subject_name: string | null;
  college_id: string | null;
  college_name: string | null;
  department_id: string | null;
  department_name: string | null;
  teachers: string[];
  published_at: Date | null;
  updated_at: Date;
  available_until: Date | null;
  has_cover: boolean;
};

const columns = (isPublicResource: Condition) => sql`courses.id, courses.name, courses.code, courses.term,
  courses.description, courses.language, courses.audience, subjects.id as subject_id, subjects.name as subject_name, courses.college_id,
  colleges.name as college_name, courses.department_id, departments.name as department_name,
  array(select coalesce(nullif(person.name, ''), users.name) from course_people person
    left join users on users.id = person.user_id
    where person.course_id = courses.id and person.part = 'teacher' order by person.position, person.id) as teachers,
  courses.published_at, courses.updated_at, courses.available_until,
  ${isShownCover(sql`courses.cover_file_id`, isPublicResource)} as has_cover`;
const joins = sql`left join subjects on subjects.id = courses.subject_id and ${isNamedSubject()}
  left join colleges on colleges.id = courses.college_id
  left join departments on departments.id = courses.department_id`;
const publishedAt = sql`coalesce(courses.published_at, courses.created_at)`;

type ListedCourse = CourseRow & { key: string };
type Shown = { course: Condition; resource: Condition };

/** Newest first. */
export async function listCourses(
  db: Executor,
  shown: Shown,
  { after, limit }: { after: PortalCursor | undefined; limit: number },
): Promise<ListedCourse[]> {
  const beyond = after ? sql`(${publishedAt}, courses.id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<ListedCourse>`
    select ${columns(shown.resource)}, ${publishedAt}::text as key from courses ${joins}
    where ${shown.course} and ${beyond}
    order by ${publishedAt} desc, courses.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function readCourses(db: Executor, ids: readonly string[], shown: Shown): Promise<Map<string, CourseRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CourseRow>`
    select ${columns(shown.resource)} from courses ${joins}
    where courses.id = any (${[...new Set(ids)]}::uuid[]) and ${shown.course}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

type ChapterRow = {
  id: string;
  parent_id: string | null;
  title: string;
  goals: string;
  body: string;
  available_until: Date | null;
};

/** In reading order, parents before children. */
export async function listChapters(db: Executor, courseId: string, isPublic: Condition): Promise<ChapterRow[]> {
  const { rows } = await sql<ChapterRow>`
    with recursive tree as (
      select chapters.id, array[chapters.position] as place from chapters
      where chapters.course_id = ${courseId} and chapters.parent_id is null
      union all
      select chapters.id, tree.place || chapters.position from chapters join tree on tree.id = chapters.parent_id
    )
    select chapters.id, chapters.parent_id, chapters.title, chapters.goals, chapters.body, chapters.available_until
    from tree join chapters on chapters.id = tree.id where ${isPublic}
    order by tree.place, chapters.id`.execute(db);
  return rows;
}

type PlacedCard = CardRow & {
  place_id: string;
  chapter_id: string;
  required: boolean;
  start_ms: number | null;
  end_ms: number | null;
  note: string;
};

/** Public resources of a course’s chapters. */
export async function listPlacedCards(db: Executor, courseId: string, isPublic: Condition): Promise<PlacedCard[]> {
  const { rows } = await sql<PlacedCard>`
    select ${cardColumns}, place.id as place_id, place.chapter_id, place.required, place.start_ms, place.end_ms, place.note
    from chapter_resources place join resources on resources.id = place.resource_id ${cardJoins}
    where place.course_id = ${courseId} and ${isPublic}
    order by place.position, place.id`.execute(db);
  return rows;
}
