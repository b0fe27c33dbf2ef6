import { matchRoute, type Route } from '@lectern/contract/routes.ts';
import { useLocation } from '@tanstack/react-router';

/** The record of the page that is shown. */
export function usePageRoute(): Route | undefined {
  const pathname = useLocation({ select: (location) => location.pathname });
  return matchRoute(pathname);
}
