import { apiBase } from '@lectern/contract/constants.ts';
import { resourceLists, resourcePath } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';

export type ResourceListId = 'resource' | 'myResource' | 'libraryResource';
export type WorkListId = keyof typeof workPages;
/** The list view that a resource was opened from, for previous, next and back. */
export type Origin = {
  list: ResourceListId | WorkListId;
  view: string;
  /** Identifies the row when a list may have several per resource. */
  row?: string;
};

/** Pages of the lists of machine work. */
const workPages = { work: '/app/data/convert', ocr: '/app/handle/img', asr: '/app/handle/asr' } as const;

export function isWorkList(list: string): list is WorkListId {
  return Object.hasOwn(workPages, list);
}

/** A resource's page; the link includes the list it is opened from. */
export function resourceHref(resource: { id: string; kind: ResourceKind }, origin?: Origin): string {
  const path = resourcePath(resource);
  if (!origin) return path;
  const { list, view, row } = origin;
  const params = new URLSearchParams({ list, ...(view && { view }), ...(row && { row }) });
  return `${path}?${params}`;
}

/** Reads the origin from the address of a detail page; undefined when there is none. */
export function originOf(searchStr: string): Origin | undefined {
  const params = new URLSearchParams(searchStr);
  const list = params.get('list') ?? '';
  const known = isWorkList(list) || resourceLists.some(({ id }) => id === list);
  const row = params.get('row');
  return known ? { list: list as Origin['list'], view: params.get('view') ?? '', ...(row && { row }) } : undefined;
}

/** Back link to the list view that the resource was opened from; All resources when unknown. */
export function originHref(origin: Origin | undefined): string {
  const [all] = resourceLists;
  const page =
    origin && isWorkList(origin.list)
      ? workPages[origin.list]
      : (resourceLists.find(({ id }) => id === origin?.list) ?? all).page;
  return origin?.view ? `${page}?${origin.view}` : page;
}

/** Download link of a file, which keeps its own name. */
export function downloadOf(url: string): string {
  return `${apiBase}${url}?download=true`;
}
