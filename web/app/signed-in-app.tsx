import { matchRoute } from '@lectern/contract/routes.ts';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getPublicSettings } from '../lib/first-calls.ts';
import { initialState, refreshUser } from '../lib/initial-state.ts';
import { useLiveEvents } from '../lib/live-events.ts';
import { provideNavigator } from '../lib/navigation.ts';
import { createQueryClient, isAnswerOf } from '../lib/queries.ts';
import { readSession } from '../lib/session.ts';
import { pages } from './pages.ts';
import { createAppRouter, fetchFirstPageData } from './router.tsx';

/** The messaging vendor's in-app browser, recognised by its user agent. */
const vendorClient = /wxwork/i;

/** Loads a page's code, and its first data if a session is stored, while the current user is still loading. */
export function preloadPage(address: URL): void {
  const route = matchRoute(address.pathname);
  if (!route || !pages[route.id]) return;
  void pages[route.id]?.preload();
  if (readSession() && !initialState.get().user) fetchFirstPageData(route.id, address);
}

/** Everything that needs a user; router, query cache and live events last as long as the session. */
export function SignedInApp() {
  const [client] = useState(createQueryClient);
  const [router] = useState(() => createAppRouter(client));

  useEffect(() => {
    const withdraw = provideNavigator((path) => router.history.push(path));
    return () => {
      withdraw();
      client.clear();
    };
  }, [router, client]);

  useEffect(() => {
    if (!vendorClient.test(navigator.userAgent)) return;
    // Pages work without it; only the vendor client's share menu doesn't.
    import('../lib/vendor-sdk.ts').then(({ registerWithVendor }) => registerWithVendor()).catch(() => undefined);
  }, []);

  return (
    <QueryClientProvider client={client}>
      <LiveRefresh />
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** Applies changes to this user's permissions and the platform settings without a reload. */
function LiveRefresh() {
  const client = useQueryClient();
  useLiveEvents('permissions', () => void refreshUser({ quiet: true }));
  useLiveEvents('settings', () => void client.invalidateQueries({ predicate: isAnswerOf([getPublicSettings]) }));
  return null;
}
