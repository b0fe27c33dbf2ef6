import { signOnLinkPrefix } from '@lectern/contract/constants.ts';
import { isLoginPage, loginAddress } from './own-path.ts';

/** What the provider returned: a code, or an error. */
export type SignOnArrival = { state: string } & ({ code: string; iss?: string } | { error: string });

const pageKey = 'lectern.signOnPage';
const profilePath = '/app/home/profile?tab=signOn';
let kept: SignOnArrival | null = null;

/** Redirects to the provider; this window remembers the requested page and that it left. */
export function leaveForSignOn(url: string, page: string): void {
  sessionStorage.setItem(pageKey, page);
  window.location.assign(url);
}

/**
 * Removes the code from the address first, so that it doesn't stay in the history or leak in a referrer; only a window
 * that left for the provider accepts one. After linking an identity the profile opens.
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

/** Can be taken once, and only for the purpose it was started for. */
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
