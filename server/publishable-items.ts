import { publishableColumn } from './features/column/column-publishable.ts';
import { publishableChapter, publishableCourse } from './features/course/course-publishable.ts';
import { publishableHomePage } from './features/home-page/home-publishable.ts';
import { publishableSubject } from './features/organisation/subject/subject-publishable.ts';
import type { PublishableItem } from './platform/publication/publishable-item.ts';

/** Part of the container: the one list of what can be published besides resources. All of it is scanned. */
export const publishableItems: readonly PublishableItem[] = [
  publishableCourse,
  publishableChapter,
  publishableSubject,
  publishableColumn,
  publishableHomePage,
];
