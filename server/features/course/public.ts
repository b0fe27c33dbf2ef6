export { readable } from './course.repository.ts';
export { courseCheck } from './course-check.repository.ts';
export { publishableChapter, publishableCourse } from './course-publishable.ts';
export { courseUses, moveCoursesToCollege, moveCoursesToSubject, ownedCourses } from './course-references.ts';
