import { type SubjectRow, subjectList } from '@lectern/contract/features/subject-management.ts';
import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../lib/navigation.ts';

export type SubjectNode = SubjectRow & { parentId: string | null };

export function nodesOf(rows: readonly SubjectRow[]): SubjectNode[] {
  return rows.map((row) => ({ ...row, parentId: row.parent?.id ?? null }));
}

/** An empty subject can be deleted without choosing where its content goes. */
export function isEmpty({ subjects, courses, resources }: SubjectRow): boolean {
  return subjects === 0 && courses === 0 && resources === 0;
}

export const subjectTabs = ['about', 'activity'] as const;
export type SubjectTab = (typeof subjectTabs)[number];

export function subjectHref(id: string | null, tab: SubjectTab = 'about'): string {
  if (!id) return subjectList.page;
  return tab === 'about' ? `${subjectList.page}?id=${id}` : `${subjectList.page}?id=${id}&tab=${tab}`;
}

/** The open subject and tab, kept in the address. */
export function useSubjectAddress() {
  const params = new URLSearchParams(useLocation().searchStr);
  const tab = subjectTabs.find((one) => one === params.get('tab')) ?? 'about';
  return {
    id: params.get('id'),
    tab,
    open: (next: string | null, part: SubjectTab = tab) => navigate(subjectHref(next, part)),
  };
}
