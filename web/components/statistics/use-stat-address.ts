import { accessRecordPage } from '@lectern/contract/features/access-record.ts';
import { type AccessFigure, type LibraryFigure, recordsOf, resourcesOf } from '@lectern/contract/statistics/figure.ts';
import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../lib/navigation.ts';

/** The choices of a statistics page, kept in the query string; defaults are left out. */
export function useStatAddress() {
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  return {
    params,
    pathname,
    /** Undefined resets a choice to its default. */
    change(changes: Record<string, string | undefined>): void {
      navigate(hrefWith(pathname, params, changes));
    },
    href: (changes: Record<string, string | undefined>) => hrefWith(pathname, params, changes),
  };
}
export type StatAddress = ReturnType<typeof useStatAddress>;

function hrefWith(pathname: string, params: URLSearchParams, changes: Record<string, string | undefined>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  const query = next.toString();
  return query ? `${pathname}?${query}` : pathname;
}

/** Link to the list of access records a figure counts. */
export function recordsHref(figure: AccessFigure): string {
  return `${accessRecordPage}?${new URLSearchParams(recordsOf(figure))}`;
}

/** Link to the list of resources a figure counts. */
export function resourcesHref(figure: LibraryFigure): string {
  const query = new URLSearchParams(resourcesOf(figure)).toString();
  return `/app/resource/info${query ? `?${query}` : ''}`;
}
