import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getPublicSettings } from './first-calls.ts';
import { queryOf } from './queries.ts';

const productName = 'Lectern';

/** What staff call their platform; the product's name until it is known. */
function usePlatformName(): string {
  const { data } = useQuery(queryOf(getPublicSettings, {}, { quiet: true }));
  return data?.platformName ?? productName;
}

/** The window's title: the page, then the platform. */
export function useDocumentTitle(title: string): void {
  const platform = usePlatformName();
  useEffect(() => {
    document.title = title === platform ? title : `${title} · ${platform}`;
  }, [title, platform]);
}

/** For the name of what a page shows: after the route has named the window by its kind of page, in the same moment. */
export function usePageTitle(title: string): void {
  const platform = usePlatformName();
  useEffect(() => {
    const timer = setTimeout(() => {
      document.title = `${title} · ${platform}`;
    });
    return () => clearTimeout(timer);
  }, [title, platform]);
}
