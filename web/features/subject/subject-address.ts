import { subjectList } from '@lectern/contract/features/subject-management.ts';
import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../lib/navigation.ts';

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
