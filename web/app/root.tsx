import { loginPath } from '@lectern/contract/constants.ts';
import { Component, type ReactNode, useEffect } from 'react';
import { loadAppTexts } from '../lib/i18n/language.ts';
import { initialState } from '../lib/initial-state.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { consumeIntentionalLeave } from '../lib/leave.ts';
import { NotificationHost } from '../lib/notification-host.tsx';
import { isLoginPage, loginAddress } from '../lib/own-path.ts';
import { useStore } from '../lib/store.ts';
import { CrashPanel } from './crash-panel.tsx';

type Props = { children: ReactNode };
type State = { error: unknown; crashed: boolean };

/** Last-resort boundary, so a crash never leaves a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, crashed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return <CrashPanel error={this.state.error} whole />;
  }
}

const SignedInApp = lazyPage(async () => {
  const [module] = await Promise.all([loadApp(), loadAppTexts()]);
  return module.SignedInApp;
});

async function loadApp() {
  const module = await import('./signed-in-app.tsx');
  module.preloadPage(new URL(window.location.href));
  return module;
}

const Login = lazyPage(async () => {
  const { LoginPage } = await import('../features/auth/login-page.tsx');
  return () => <LoginPage warmUp={() => void SignedInApp.preload()} />;
});

/** Preloads the next screen's code while the current user is still loading. */
export function preloadFirstScreen(hasSession: boolean): void {
  void (hasSession ? SignedInApp : Login).preload();
}

/**
 * Blank until the user has loaded once; then the app when signed in, the login page otherwise. Later refreshes of the
 * user don't unmount anything.
 */
export function Root() {
  const { user, loading } = useStore(initialState);
  if (loading) return <div className="placeholder" />;
  const signedIn = user !== null && !user.mustChangePassword;
  return (
    <>
      <ErrorBoundary>{signedIn ? <SignedInApp key={user.id} /> : <SignedOut />}</ErrorBoundary>
      <NotificationHost />
    </>
  );
}

function SignedOut() {
  useLoginAddress();
  return <Login />;
}

/** When signed out, every address leads to the login page, which remembers the requested page. */
function useLoginAddress(): void {
  useEffect(() => {
    const goToLogin = (address: string) => {
      if (!isLoginPage(window.location.pathname)) window.history.replaceState(null, '', address);
    };
    const remember = () => {
      const { pathname, search, hash } = window.location;
      goToLogin(loginAddress(pathname + search + hash));
    };
    if (consumeIntentionalLeave()) goToLogin(loginPath);
    else remember();
    window.addEventListener('popstate', remember);
    return () => window.removeEventListener('popstate', remember);
  }, []);
}
