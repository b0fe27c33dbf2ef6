import { createStore } from '../../lib/store.ts';
import type { SubjectNode } from './subject-node.ts';

/** The question that is open over the page. */
type SubjectDialog =
  | { kind: 'create'; parent: SubjectNode | null; after?: SubjectNode }
  | { kind: 'move' | 'disable'; subject: SubjectNode }
  /** `toDelete`: what is not empty goes away by handing on what it holds. */
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
