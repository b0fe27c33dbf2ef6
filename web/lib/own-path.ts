import { loginPath } from '@lectern/contract/constants.ts';

/** Backslashes and control characters: browsers read some of them as slashes, or leave them out. */
function hasTrick(value: string): boolean {
  return [...value].some((character) => character === '\\' || character <= ' ' || character === '\u007f');
}

/** A path on our own origin, tidied, or null for everything that could lead elsewhere. */
export function ownPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || hasTrick(value)) return null;
  const url = URL.parse(value, window.location.origin);
  if (!url || url.origin !== window.location.origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** The page asked for before signing in; null when there was none or it is the login page itself. */
export function pageAfterLogin(search: string): string | null {
  const path = ownPath(new URLSearchParams(search).get('redirect'));
  return path && path !== '/' && !isLoginPage(path) ? path : null;
}

/** The login page's address that leads back to a page. */
export function loginAddress(askedPage: string): string {
  const path = ownPath(askedPage);
  if (!path || path === '/' || isLoginPage(path)) return loginPath;
  return `${loginPath}?redirect=${encodeURIComponent(path)}`;
}

export function isLoginPage(path: string): boolean {
  return (path.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '') === loginPath;
}
