import { loginPath } from '@lectern/contract/constants.ts';

/** Some browsers read backslashes as slashes and drop control characters. */
function hasTrick(value: string): boolean {
  return [...value].some((character) => character === '\\' || character <= ' ' || character === '\u007f');
}

/** A normalized path on our own origin; null for anything that could lead elsewhere. */
export function ownPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || hasTrick(value)) return null;
  const url = URL.parse(value, window.location.origin);
  if (!url || url.origin !== window.location.origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** The page requested before signing in; null if there was none or it is the login page itself. */
export function pageAfterLogin(search: string): string | null {
  const path = ownPath(new URLSearchParams(search).get('redirect'));
  return path && path !== '/' && !isLoginPage(path) ? path : null;
}

/** Address of the login page that returns to a page afterwards. */
export function loginAddress(askedPage: string): string {
  const path = ownPath(askedPage);
  if (!path || path === '/' || isLoginPage(path)) return loginPath;
  return `${loginPath}?redirect=${encodeURIComponent(path)}`;
}

export function isLoginPage(path: string): boolean {
  return (path.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '') === loginPath;
}
