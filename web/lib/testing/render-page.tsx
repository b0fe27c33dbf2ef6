import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { provideNavigator } from '../navigation.ts';
import { renderSignedIn } from './render-signed-in.tsx';

/**
 * Renders one page at an address, or under a whole route, with an empty page everywhere else; needs `openFreshWindow`
 * first.
 */
export async function renderPage(path: string, Page: FunctionComponent, user?: CurrentUser, route?: string) {
  const root = createRootRoute();
  const place = route ?? path.split('?', 1)[0] ?? path;
  const here = createRoute({ getParentRoute: () => root, path: place, component: Page });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([here, elsewhere]), history });
  provideNavigator((address) => history.push(address));
  const rendered = renderSignedIn(<RouterProvider router={router as never} />, user ? { user } : {});
  await act(() => router.load());
  return { ...rendered, router, address: () => router.state.location.href };
}
