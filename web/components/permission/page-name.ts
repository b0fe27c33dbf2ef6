import { matchRoute } from '@lectern/contract/routes.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** The name of a page; the path itself if no page has it. */
export function pageNameOf(path: string, { routes }: Pick<Texts, 'routes'>): string {
  const route = matchRoute(path);
  return route ? routes[route.id] : path;
}
