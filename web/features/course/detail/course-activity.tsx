import type { CourseDetailView } from '@lectern/contract/features/course.ts';
import { courseDetailEndpoints } from '@lectern/contract/features/course-detail.ts';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { useCourseWords } from '../course-words.ts';

type Props = { course: CourseDetailView; onReverted: () => void };

/** Activity of the course, with Revert. */
export function CourseActivity({ course, onReverted }: Props) {
  const words = useCourseWords();
  const current = {
    ...course,
    subjectId: course.subject?.id ?? null,
    collegeId: course.college?.id ?? null,
    departmentId: course.department?.id ?? null,
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the panel around it scrolls and may contain nothing focusable
    <div className="course-panel course-pad" tabIndex={0}>
      <ActivityTab
        calls={courseDetailEndpoints}
        id={course.id}
        version={course.version}
        words={words}
        current={current}
        onReverted={onReverted}
      />
    </div>
  );
}
