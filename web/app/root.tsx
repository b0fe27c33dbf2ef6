import { loadAppTexts } from '../lib/i18n/language.ts';
import { initialState } from '../lib/initial-state.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { NotificationHost } from '../lib/notification-host.tsx';
import { useStore } from '../lib/use-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useLoginAddress } from './use-login-address.ts';

const SignedInApp = lazyPage(async () => {
  const [module] = await Promise.all([import('./signed-in-app.tsx'), loadAppTexts()]);
  return module.SignedInApp;
});

const Login = lazyPage(async () => {
  const { LoginPage } = await import('../features/auth/login-page.tsx');
  return () => <LoginPage warmUp={() => void SignedInApp.preload()} />;
});

/** Fetches the code of what is shown next while the current user is still being loaded. */
export function preloadFirstScreen(hasSession: boolean): void {
  void (hasSession ? SignedInApp : Login).preload();
}

/**
 * Blank until the first load of the user settles; from then on the app for somebody, the login page for nobody. A
 * later refresh of the user passes through without unmounting anything.
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
