import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { type InitialState, initialState, refreshUser } from './initial-state.ts';
import { useStore } from './store.ts';

/** Who is signed in. Only for the signed-in app, where there always is someone. */
export function useCurrentUser(): CurrentUser {
  const { user } = useStore(initialState);
  if (!user) throw new Error('The current user is asked for outside the signed-in app');
  return user;
}

/** How the load of the current user stands. A refresh keeps the user that is there until the new one is. */
export function useInitialState(): InitialState & { refresh(): Promise<void> } {
  return { ...useStore(initialState), refresh: refreshUser };
}
