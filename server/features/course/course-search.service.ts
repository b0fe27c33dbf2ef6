import type { CourseHit } from '@lectern/contract/features/search.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { readable } from './course.repository.ts';
import { listChaptersBy, listCoursesBy, presentFound } from './course-search.repository.ts';

/** Finds courses and chapters for the search palette, with the same access as the course list. */
export class CourseSearchService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(principal: Principal, { text, size }: { text: string; size: number }): Promise<CourseHit[]> {
    const words = searchWords(text);
    if (words.length === 0) return [];
    const wanted = { text, words };
    const [courses, chapters] = await Promise.all([
      listCoursesBy(this.#db, wanted, readable(principal), size),
      listChaptersBy(this.#db, wanted, readable(principal), size),
    ]);
    return [
      ...courses.map((course) => presentFound('course', course)),
      ...chapters.map((chapter) => presentFound('chapter', chapter)),
    ];
  }
}
