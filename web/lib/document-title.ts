import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getPublicSettings } from './first-calls.ts';
import { queryOf } from './queries.ts';

const productName = 'Lectern';

/** The configured platform name; the product name until it has loaded. */
function usePlatformName(): string {
  const { data } = useQuery(queryOf(getPublicSettings, {}, { quiet: true }));
  return data?.platformName ?? productName;
}

/** Sets the window title: page, then platform. */
export function useDocumentTitle(title: string): void {
  const platform = usePlatformName();
  useEffect(() => {
    document.title = title === platform ? title : `${title} · ${platform}`;
  }, [title, platform]);
}

/** Titles the window after the object a page shows; runs after the route has set its generic title in the same tick. */
export function usePageTitle(title: string): void {
  const platform = usePlatformName();
  useEffect(() => {
    const timer = setTimeout(() => {
      document.title = `${title} · ${platform}`;
    });
    return () => clearTimeout(timer);
  }, [title, platform]);
}
