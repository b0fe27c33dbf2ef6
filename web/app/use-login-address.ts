import { loginPath } from '@lectern/contract/constants.ts';
import { useEffect } from 'react';
import { takeLeftByChoice } from '../lib/leave.ts';
import { isLoginPage, loginAddress } from '../lib/own-path.ts';

/** Signed out, every address leads to the login page, which remembers the page that was asked for. */
export function useLoginAddress(): void {
  useEffect(() => {
    const goToLogin = (address: string) => {
      if (!isLoginPage(window.location.pathname)) window.history.replaceState(null, '', address);
    };
    const remember = () => {
      const { pathname, search, hash } = window.location;
      goToLogin(loginAddress(pathname + search + hash));
    };
    if (takeLeftByChoice()) goToLogin(loginPath);
    else remember();
    window.addEventListener('popstate', remember);
    return () => window.removeEventListener('popstate', remember);
  }, []);
}
