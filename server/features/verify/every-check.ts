import { courseCheck } from '../course/public.ts';
import { sumChecks } from '../statistics/public.ts';
import { taskChecks } from '../task/public.ts';
import { type Check, rowCheck } from './row-check.ts';

/** Invariants declared by features. */
export const everyCheck: readonly Check[] = [
  ...taskChecks.map(({ what, query }) => rowCheck(what, query)),
  rowCheck('courses with wrong counters', courseCheck),
  ...sumChecks.map(({ what, query }) => rowCheck(what, query)),
];
