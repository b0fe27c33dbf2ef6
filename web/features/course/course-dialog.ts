import type { CourseDetailView, CourseRow } from '@lectern/contract/features/course.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { createStore } from '../../lib/store.ts';

export type CourseTarget = RowTarget<CourseRow>;
/** State changes that open a dialog first, to ask something or to show problems. */
export type AskingMove = 'publish' | 'reject' | 'offline' | 'archive' | 'trash' | 'purge';

/** The open dialog. Actions set it from a menu, toolbar, shortcut or the command palette. */
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
