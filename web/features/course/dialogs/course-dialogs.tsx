import { useStore } from '../../../lib/use-store.ts';
import { courseDialog } from '../course-dialog.ts';
import { CreateCourseDialog } from './create-course-dialog.tsx';
import { DuplicateCourseDialog } from './duplicate-course-dialog.tsx';
import { EditCoursesDialog } from './edit-courses-dialog.tsx';
import { ExportCourseDialog } from './export-course-dialog.tsx';
import { ImportCourseDialog } from './import-course-dialog.tsx';
import { MoveCoursesDialog } from './move-courses-dialog.tsx';
import { OwnerDialog } from './owner-dialog.tsx';

/** Whatever lies over the list, or over one course. */
export function CourseDialogs() {
  const open = useStore(courseDialog);
  switch (open?.kind) {
    case 'create':
      return <CreateCourseDialog />;
    case 'import':
      return <ImportCourseDialog />;
    case 'duplicate':
      return <DuplicateCourseDialog course={open.course} />;
    case 'export':
      return <ExportCourseDialog course={open.course} />;
    case 'move':
      return <MoveCoursesDialog move={open.move} target={open.target} />;
    case 'edit':
      return <EditCoursesDialog target={open.target} />;
    case 'owner':
      return <OwnerDialog target={open.target} />;
    default:
      return null;
  }
}
