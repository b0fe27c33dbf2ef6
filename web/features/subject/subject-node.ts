import type { SubjectRow } from '@lectern/contract/features/subject-management.ts';

/** A subject as a node of the tree. */
export type SubjectNode = SubjectRow & { parentId: string | null };

export function nodesOf(rows: readonly SubjectRow[]): SubjectNode[] {
  return rows.map((row) => ({ ...row, parentId: row.parent?.id ?? null }));
}

/** Nothing hangs on it: it can go without anybody asking where its things go. */
export function isEmpty({ subjects, courses, resources }: SubjectRow): boolean {
  return subjects === 0 && courses === 0 && resources === 0;
}
