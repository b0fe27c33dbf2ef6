import { listCourses } from '@lectern/contract/features/course.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/use-store.ts';
import { closeCourseDialog, courseDialog } from '../course-dialog.ts';
import { courseListView } from './course-list.ts';

/** Their code comes when the first is opened. */
const CourseDialogs = lazyPage(async () => (await import('../dialogs/course-dialogs.tsx')).CourseDialogs);

/** All courses that one may see. */
export function CoursePage() {
  const asking = useStore(courseDialog) !== null;
  const client = useQueryClient();
  // Also when what happened to its resources makes one more or less complete.
  useLiveEvents('course', () => void client.invalidateQueries({ predicate: isAnswerOf([listCourses]) }));
  useEffect(() => closeCourseDialog, []);
  return (
    <>
      <ListPage definition={courseListView} />
      {asking && <CourseDialogs />}
    </>
  );
}
