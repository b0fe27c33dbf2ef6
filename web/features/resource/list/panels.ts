import { resourceList } from '@lectern/contract/features/resource.ts';

const panels = ['tags', 'duplicates'] as const;
type Panel = (typeof panels)[number];

/** Address that opens a panel over the list, or closes it when null; keeps the list's view. */
export function panelHref(panel: Panel | null, searchStr = window.location.search): string {
  const params = new URLSearchParams(searchStr);
  params.delete('panel');
  if (panel) params.set('panel', panel);
  const query = params.toString();
  return query ? `${resourceList.page}?${query}` : resourceList.page;
}

export function panelOf(searchStr: string): Panel | undefined {
  const wanted = new URLSearchParams(searchStr).get('panel');
  return panels.find((panel) => panel === wanted);
}
