import { createStore } from '../../lib/store.ts';
import type { SubjectNode } from './subject-node.ts';

/** The dialog open over the page. */
type SubjectDialog =
  | { kind: 'create'; parent: SubjectNode | null; after?: SubjectNode }
  | { kind: 'move' | 'disable'; subject: SubjectNode }
  /** `toDelete`: the subject isn't empty, so deleting it means merging its content into another one. */
  | { kind: 'merge'; subject: SubjectNode; toDelete?: true }
  | { kind: 'delete'; subject: SubjectNode }
  | { kind: 'import' };

export const subjectDialog = createStore<SubjectDialog | null>(null);

export function askSubject(dialog: SubjectDialog): void {
  subjectDialog.set(dialog);
}

export function closeSubjectDialog(): void {
  subjectDialog.set(null);
}
