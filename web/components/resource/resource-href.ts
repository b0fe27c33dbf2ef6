import { resourceLists, resourcePath } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';

export type ResourceListId = 'resource' | 'myResource' | 'libraryResource';
/** The view of a list that a resource was opened from: previous and next are found by it, and the way back. */
export type Origin = { list: ResourceListId; view: string };

/** The page of a resource, which remembers the list it was opened from. */
export function resourceHref(resource: { id: string; kind: ResourceKind }, origin?: Origin): string {
  const path = resourcePath(resource);
  if (!origin) return path;
  const params = new URLSearchParams({ list: origin.list, ...(origin.view && { view: origin.view }) });
  return `${path}?${params}`;
}

/** Where the address of a detail page says that it was opened from. */
export function originOf(searchStr: string): Origin | undefined {
  const params = new URLSearchParams(searchStr);
  const list = resourceLists.find(({ id }) => id === params.get('list'))?.id;
  return list ? { list: list as ResourceListId, view: params.get('view') ?? '' } : undefined;
}

/** The list that a resource was opened from, as it was; All resources where nothing is known. */
export function originHref(origin: Origin | undefined): string {
  const list = resourceLists.find(({ id }) => id === origin?.list) ?? resourceLists[0];
  return origin?.view ? `${list.page}?${origin.view}` : list.page;
}
