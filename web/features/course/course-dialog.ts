import type { CourseDetailView, CourseRow } from '@lectern/contract/features/course.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { createStore } from '../../lib/store.ts';

export type CourseTarget = RowTarget<CourseRow>;
/** Moves that ask something first, and moves that show what is wrong first. */
export type AskingMove = 'publish' | 'reject' | 'offline' | 'archive' | 'trash' | 'purge';

/** What lies over the page. Actions open it from wherever they are called: menu, bar, keys or palette. */
export type CourseDialog =
  | { kind: 'create' }
  | { kind: 'import' }
  | { kind: 'duplicate'; course: Pick<CourseRow, 'id' | 'name' | 'code' | 'term'> }
  | { kind: 'export'; course: Pick<CourseDetailView, 'id' | 'name' | 'mayEdit'> }
  | { kind: 'move'; move: AskingMove; target: CourseTarget }
  | { kind: 'edit'; target: CourseTarget }
  | { kind: 'owner'; target: CourseTarget };

export const courseDialog = createStore<CourseDialog | null>(null);

export function askCourse(dialog: CourseDialog): void {
  courseDialog.set(dialog);
}

export function closeCourseDialog(): void {
  courseDialog.set(null);
}
