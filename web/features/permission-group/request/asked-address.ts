import { useLocation } from '@tanstack/react-router';
import { groupsHref } from '../group-dialog.ts';

/** Id of the access request named in the address; the same as the id of its task. */
export function useAskedId(): string | null {
  const { searchStr } = useLocation();
  return new URLSearchParams(searchStr).get('request');
}

export const askedHref = (taskId: string) => `${groupsHref}?request=${taskId}`;
