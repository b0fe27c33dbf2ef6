import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Corrects the address of an object whose kind, and so its path, has changed, or that someone typed by hand. */
export function useRightPath(path: string | undefined): void {
  const { pathname, searchStr } = useLocation();
  const { history } = useRouter();
  useEffect(() => {
    if (path && path !== pathname) history.replace(path + searchStr);
  }, [path, pathname, searchStr, history]);
}
