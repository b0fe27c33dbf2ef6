import { useLocation } from '@tanstack/react-router';
import { groupsHref } from '../group-dialog.ts';

/** The request that the address asks to decide; its id is that of its task. */
export function useAskedId(): string | null {
  const { searchStr } = useLocation();
  return new URLSearchParams(searchStr).get('request');
}

export const askedHref = (taskId: string) => `${groupsHref}?request=${taskId}`;
