import { signOnLinkPrefix } from '@lectern/contract/constants.ts';
import { isLoginPage, loginAddress } from './own-path.ts';

/** What the provider sent the browser back with: a code, or why there is none. */
export type SignOnArrival = { state: string } & ({ code: string; iss?: string } | { error: string });

const pageKey = 'lectern.signOnPage';
const profilePath = '/app/home/profile?tab=signOn';
let kept: SignOnArrival | null = null;

/** Goes to the provider; this window remembers which page was asked for, and that it left. */
export function leaveForSignOn(url: string, page: string): void {
  sessionStorage.setItem(pageKey, page);
  window.location.assign(url);
}

/**
 * Takes the code out of the address before anything else sees it: it must not stay in the history, nor travel on in a
 * referrer. Only a window that left for the provider takes one. Who links an identity goes on to the profile.
 */
export function keepSignOnArrival(): void {
  const { pathname, search } = window.location;
  const page = sessionStorage.getItem(pageKey);
  if (page === null || !isLoginPage(pathname)) return;
  const arrival = arrivalOf(new URLSearchParams(search));
  if (!arrival) return;
  sessionStorage.removeItem(pageKey);
  kept = arrival;
  window.history.replaceState(null, '', isLink(arrival) ? profilePath : loginAddress(page));
}

/** Once, and only for what it was begun for. */
export function takeSignOnArrival(purpose: 'signIn' | 'link'): SignOnArrival | null {
  if (!kept || isLink(kept) !== (purpose === 'link')) return null;
  const arrival = kept;
  kept = null;
  return arrival;
}

function isLink({ state }: SignOnArrival): boolean {
  return state.startsWith(signOnLinkPrefix);
}

function arrivalOf(params: URLSearchParams): SignOnArrival | null {
  const [state, code, error, iss] = ['state', 'code', 'error', 'iss'].map((name) => params.get(name));
  if (!state) return null;
  if (code) return { state, code, ...(iss && { iss }) };
  return error ? { state, error } : null;
}
