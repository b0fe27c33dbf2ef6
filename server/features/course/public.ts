export { courseCheck } from './check/course-checks.ts';
export { publishableChapter, publishableCourse } from './course-publishable.ts';
export { readable } from './course-scope.ts';
export { courseUses } from './course-uses.ts';
export { ownedCourses } from './owned-courses.ts';
