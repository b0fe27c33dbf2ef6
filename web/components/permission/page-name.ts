import { matchRoute } from '@lectern/contract/routes.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** What a page is called; a path that no page has stays a path. */
export function pageNameOf(path: string, { routes }: Pick<Texts, 'routes'>): string {
  const route = matchRoute(path);
  return route ? routes[route.id] : path;
}
