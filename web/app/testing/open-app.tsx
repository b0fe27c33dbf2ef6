import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { initialState } from '../../lib/initial-state.ts';
import { provideNavigator } from '../../lib/navigation.ts';
import { createQueryClient } from '../../lib/queries.ts';
import { renderSignedIn } from '../../lib/testing/render-signed-in.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../../lib/testing/sample-settings.ts';
import { envelope, stubApi } from '../../lib/testing/stub-api.ts';
import { createAppRouter } from '../router.tsx';

type Options = { user?: CurrentUser; calls?: Parameters<typeof stubApi>[0] };

/** Opens the whole signed-in app with its shell; needs `openFreshWindow` and `stubEventSource` first. */
export async function openApp(path: string, { user = sampleUser(), calls = {} }: Options = {}) {
  const api = stubApi({
    'GET /api/settings/public': () => envelope(samplePublicSettings()),
    'PATCH /api/profile/preferences': ({ body }) => envelope({ ...user.preferences, ...(body as object) }),
    ...calls,
  });
  const client = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [path] });
  // The router reads the user while it is being created.
  initialState.set({ user, loading: false, error: null });
  const router = createAppRouter(client, history);
  provideNavigator((address) => history.push(address));
  renderSignedIn(<RouterProvider router={router} />, { user, client });
  await screen.findByRole('banner');
  return { api, client, router, address: () => router.state.location.href };
}
