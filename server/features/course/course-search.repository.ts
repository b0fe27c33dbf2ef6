import type { CourseHit } from '@lectern/contract/features/search.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { escapeLike, searches } from '../../platform/list/meanings.ts';
import { all } from '../../platform/list/view-conditions.ts';

type SearchRow = {
  id: string;
  title: string;
  course_id: string;
  name: string;
  code: string;
  term: string;
  state: CourseHit['course']['state'];
  cover_file_id: string | null;
};

const ofCourse = sql`courses.id as course_id, courses.name, courses.code, courses.term, courses.state, courses.cover_file_id`;
const kept = sql`courses.state <> 'trashed'`;

/** Names and codes that begin with the text first, then by latest update. */
export async function listCoursesBy(
  db: Executor,
  { text, words }: { text: string; words: readonly string[] },
  readable: Condition,
  limit: number,
): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    select courses.id, courses.name as title, ${ofCourse} from courses
    where ${all(words.map((word) => searches(sql`courses.search_text`, word)))} and ${kept} and ${readable}
    order by ${begins(sql`courses.name`, text)} or ${begins(sql`courses.code`, text)} desc, courses.updated_at desc,
      courses.id
    limit ${limit}`.execute(db);
  return rows;
}

export async function listChaptersBy(
  db: Executor,
  { text, words }: { text: string; words: readonly string[] },
  readable: Condition,
  limit: number,
): Promise<SearchRow[]> {
  const has = words.map((word) => searches(sql`lower(chapters.title)`, word));
  const { rows } = await sql<SearchRow>`
    select chapters.id, chapters.title, ${ofCourse} from chapters join courses on courses.id = chapters.course_id
    where ${all(has)} and ${kept} and ${readable}
    order by ${begins(sql`chapters.title`, text)} desc, courses.updated_at desc, chapters.course_id, chapters.position,
      chapters.id
    limit ${limit}`.execute(db);
  return rows;
}

function begins(column: RawBuilder<unknown>, text: string): Condition {
  return sql`lower(${column}) like ${`${escapeLike(text.toLowerCase())}%`}`;
}

export function presentFound(type: CourseHit['type'], row: SearchRow): CourseHit {
  const { id, title, course_id: courseId, name, code, term, state, cover_file_id: cover } = row;
  const address = cover && `/courses/${courseId}/cover?file=${cover}`;
  return { type, id, title, course: { id: courseId, name, code, term, state, cover: address } };
}
