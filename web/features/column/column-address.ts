import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../lib/navigation.ts';

export const columnTabs = ['content', 'settings', 'preview', 'activity'] as const;
export type ColumnTab = (typeof columnTabs)[number];
const path = '/app/resource/column';

export function columnHref(id: string | null, tab: ColumnTab = 'content'): string {
  if (!id) return path;
  return tab === 'content' ? `${path}?id=${id}` : `${path}?id=${id}&tab=${tab}`;
}

/** The open column and tab, kept in the query string. */
export function useColumnAddress() {
  const { searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const id = params.get('id');
  const tab = columnTabs.find((one) => one === params.get('tab')) ?? 'content';
  return {
    id,
    tab,
    open: (next: string | null, part: ColumnTab = tab) => navigate(columnHref(next, part)),
  };
}
