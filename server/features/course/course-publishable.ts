import { sql } from 'kysely';
import { type PublishableItem, publishableTexts } from '../publication/public.ts';

type CourseRow = {
  name: string;
  code: string;
  term: string;
  description: string;
  language: string | null;
  college: string | null;
  department: string | null;
  teachers: string[];
  department_id: string | null;
  owner_id: string;
  live: boolean;
  cover_file_id: string | null;
};

/** The public texts of a course without its chapters. */
export const publishableCourse: PublishableItem = {
  type: 'course',
  portal: {
    'course.name': 'title',
    'course.code': 'details',
    'course.term': 'details',
    'course.description': 'description',
    'course.college.name': 'details',
    'course.department.name': 'details',
    'course.teachers': 'people',
  },
  async read(db, id) {
    const { rows } = await sql<CourseRow>`
      select courses.name, courses.code, courses.term, courses.description, courses.language, colleges.name as college,
        departments.name as department, courses.department_id, courses.owner_id, courses.cover_file_id,
        courses.state <> 'trashed' as live,
        array(select coalesce(nullif(person.name, ''), users.name) from course_people person
          left join users on users.id = person.user_id
          where person.course_id = courses.id and person.part = 'teacher' order by person.position, person.id) as teachers
      from courses left join colleges on colleges.id = courses.college_id
        left join departments on departments.id = courses.department_id
      where courses.id = ${id}`.execute(db);
    const [row] = rows;
    if (!row) return undefined;
    return {
      title: row.name,
      language: row.language,
      departmentId: row.department_id,
      ownerId: row.owner_id,
      live: row.live,
      texts: publishableTexts([
        ['title', row.name],
        ['details', row.code],
        ['details', row.term],
        ['details', row.college],
        ['details', row.department],
        ['description', row.description],
        ...row.teachers.map((name) => ['people', name] as const),
      ]),
      covers: row.cover_file_id ? [row.cover_file_id] : [],
    };
  },
  async withhold(transaction, id, withheld) {
    await sql`update courses set withheld = ${withheld} where id = ${id} and withheld <> ${withheld}`.execute(
      transaction,
    );
  },
};

type ChapterRow = {
  title: string;
  goals: string;
  body: string;
  language: string | null;
  notes: string[];
  department_id: string | null;
  owner_id: string;
  live: boolean;
};

/** A course's reviewers also review its chapters. */
export const publishableChapter: PublishableItem = {
  type: 'chapter',
  portal: {
    'chapter.title': 'title',
    'chapter.goals': 'goals',
    'chapter.body': 'body',
    'chapterResource.note': 'note',
  },
  async read(db, id) {
    const { rows } = await sql<ChapterRow>`
      select chapters.title, chapters.goals, chapters.body, courses.language, courses.department_id, courses.owner_id,
        courses.state <> 'trashed' as live,
        array(select place.note from chapter_resources place where place.chapter_id = chapters.id
          order by place.position, place.id) as notes
      from chapters join courses on courses.id = chapters.course_id where chapters.id = ${id}`.execute(db);
    const [row] = rows;
    if (!row) return undefined;
    return {
      title: row.title,
      language: row.language,
      departmentId: row.department_id,
      ownerId: row.owner_id,
      live: row.live,
      texts: publishableTexts([
        ['title', row.title],
        ['goals', row.goals],
        ...row.body.split(/\n\s*\n/u).map((paragraph) => ['body', paragraph] as const),
        ...row.notes.map((note) => ['note', note] as const),
      ]),
      covers: [],
    };
  },
  async withhold(transaction, id, withheld) {
    await sql`update chapters set withheld = ${withheld} where id = ${id} and withheld <> ${withheld}`.execute(
      transaction,
    );
  },
};
