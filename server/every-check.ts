import { courseCheck } from './features/course/check/course-checks.ts';
import { sumChecks } from './features/statistics/fold/sum-checks.ts';
import { taskChecks } from './features/task/task-checks.ts';
import type { Check } from './features/verify/check.ts';
import { rowCheck } from './features/verify/row-check.ts';

/** What features themselves know must always be so. */
export const everyCheck: readonly Check[] = [
  ...taskChecks.map(({ what, query }) => rowCheck(what, query)),
  rowCheck('courses whose numbers are not those of their chapters and resources', courseCheck),
  ...sumChecks.map(({ what, query }) => rowCheck(what, query)),
];
