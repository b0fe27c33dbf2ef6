import { type SubjectRow, subjectList } from '@lectern/contract/features/subject-management.ts';
import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../lib/navigation.ts';

/** A subject as a node of the tree. */
export type SubjectNode = SubjectRow & { parentId: string | null };

export function nodesOf(rows: readonly SubjectRow[]): SubjectNode[] {
  return rows.map((row) => ({ ...row, parentId: row.parent?.id ?? null }));
}

/** Nothing hangs on it: it can go without anybody asking where its things go. */
export function isEmpty({ subjects, courses, resources }: SubjectRow): boolean {
  return subjects === 0 && courses === 0 && resources === 0;
}

export const subjectTabs = ['about', 'activity'] as const;
export type SubjectTab = (typeof subjectTabs)[number];

export function subjectHref(id: string | null, tab: SubjectTab = 'about'): string {
  if (!id) return subjectList.page;
  return tab === 'about' ? `${subjectList.page}?id=${id}` : `${subjectList.page}?id=${id}&tab=${tab}`;
}

/** Which subject is open, and which part of it: the address says. */
export function useSubjectAddress() {
  const params = new URLSearchParams(useLocation().searchStr);
  const tab = subjectTabs.find((one) => one === params.get('tab')) ?? 'about';
  return {
    id: params.get('id'),
    tab,
    open: (next: string | null, part: SubjectTab = tab) => navigate(subjectHref(next, part)),
  };
}
