import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { type InitialState, initialState, refreshUser } from './initial-state.ts';
import { useStore } from './store.ts';

/** The signed-in user. Use it only where someone is always signed in. */
export function useCurrentUser(): CurrentUser {
  const { user } = useStore(initialState);
  if (!user) throw new Error('The current user is asked for outside the signed-in app');
  return user;
}

/** Loading state of the current user. A refresh keeps the old user until the new one has loaded. */
export function useInitialState(): InitialState & { refresh(): Promise<void> } {
  return { ...useStore(initialState), refresh: refreshUser };
}
