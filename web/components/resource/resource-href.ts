import { apiBase } from '@lectern/contract/constants.ts';
import { resourceLists, resourcePath } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';

export type ResourceListId = 'resource' | 'myResource' | 'libraryResource';
export type WorkListId = keyof typeof workPages;
/** The view of a list that a resource was opened from: previous and next are found by it, and the way back. */
export type Origin = {
  list: ResourceListId | WorkListId;
  view: string;
  /** Which row, where several may be of one resource. */
  row?: string;
};

/** Lists of machine work, by the resource it is on. */
const workPages = { work: '/app/data/convert', ocr: '/app/handle/img', asr: '/app/handle/asr' } as const;

export function isWorkList(list: string): list is WorkListId {
  return Object.hasOwn(workPages, list);
}

/** The page of a resource, which remembers the list it was opened from. */
export function resourceHref(resource: { id: string; kind: ResourceKind }, origin?: Origin): string {
  const path = resourcePath(resource);
  if (!origin) return path;
  const { list, view, row } = origin;
  const params = new URLSearchParams({ list, ...(view && { view }), ...(row && { row }) });
  return `${path}?${params}`;
}

/** Where the address of a detail page says that it was opened from. */
export function originOf(searchStr: string): Origin | undefined {
  const params = new URLSearchParams(searchStr);
  const list = params.get('list') ?? '';
  const known = isWorkList(list) || resourceLists.some(({ id }) => id === list);
  const row = params.get('row');
  return known ? { list: list as Origin['list'], view: params.get('view') ?? '', ...(row && { row }) } : undefined;
}

/** The list that a resource was opened from, as it was; All resources where nothing is known. */
export function originHref(origin: Origin | undefined): string {
  const [all] = resourceLists;
  const page =
    origin && isWorkList(origin.list)
      ? workPages[origin.list]
      : (resourceLists.find(({ id }) => id === origin?.list) ?? all).page;
  return origin?.view ? `${page}?${origin.view}` : page;
}

/** The address of a file as something to keep, under its own name. */
export function downloadOf(url: string): string {
  return `${apiBase}${url}?download=true`;
}
