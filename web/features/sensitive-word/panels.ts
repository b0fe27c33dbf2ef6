import { sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';

const panels = ['test', 'packs', 'rescans'] as const;
type Panel = (typeof panels)[number];

/** Address that opens a panel over the list, or closes it when null; keeps the list's view. */
export function panelHref(panel: Panel | null, searchStr = window.location.search): string {
  const params = new URLSearchParams(searchStr);
  params.delete('panel');
  params.delete('id');
  params.delete('show');
  if (panel) params.set('panel', panel);
  const query = params.toString();
  return query ? `${sensitiveWordList.page}?${query}` : sensitiveWordList.page;
}

export function panelOf(searchStr: string): Panel | undefined {
  const wanted = new URLSearchParams(searchStr).get('panel');
  return panels.find((panel) => panel === wanted);
}

export const sides = ['trial', 'activity'] as const;
export type Side = (typeof sides)[number];

/** Address that opens a word over the list; `side` is the tab beside its fields. */
export function wordHref(id: string, side: Side = 'trial', searchStr = window.location.search): string {
  const params = new URLSearchParams(searchStr);
  for (const name of ['panel', 'id', 'show']) params.delete(name);
  if (side !== 'trial') params.set('show', side);
  params.set('id', id);
  return `${sensitiveWordList.page}?${params}`;
}
