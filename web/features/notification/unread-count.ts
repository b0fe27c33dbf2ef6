import { initialState } from '../../lib/initial-state.ts';
import { useStore } from '../../lib/use-store.ts';

/** The current user carries the number, so that it is there with the first paint. */
export function useUnreadCount(): number {
  return useStore(initialState).user?.unreadNotifications ?? 0;
}

export function setUnreadCount(unreadNotifications: number): void {
  initialState.update((state) => (state.user ? { ...state, user: { ...state.user, unreadNotifications } } : state));
}
