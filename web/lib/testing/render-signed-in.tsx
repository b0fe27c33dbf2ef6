import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { initialState } from '../initial-state.ts';
import { createQueryClient } from '../queries.ts';
import { storeSession } from '../session.ts';
import { sampleTokens, sampleUser } from './sample-session.ts';

/** Renders a part of the app for a signed-in user; needs `openFreshWindow` first. */
export function renderSignedIn(
  ui: ReactNode,
  { user = sampleUser(), client = createQueryClient() }: { user?: CurrentUser; client?: QueryClient } = {},
) {
  initialState.set({ user, loading: false, error: null });
  storeSession(sampleTokens({ roleId: user.roleId }));
  return { client, ...render(<QueryClientProvider client={client}>{ui}</QueryClientProvider>) };
}
