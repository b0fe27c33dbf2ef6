import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { call } from './api-client.ts';
import { type ApiError, isApiError } from './api-error.ts';
import { withChosenLanguage } from './chosen-language.ts';
import { getCurrentUser } from './first-calls.ts';
import { loginCount, onSessionChange, readSession } from './session.ts';
import { createStore } from './store.ts';
import { applyPreferences } from './theme.ts';

export type InitialState = {
  user: CurrentUser | null;
  /** True until the user has been loaded for the first time, and never again. */
  loading: boolean;
  error: ApiError | null;
};

export const initialState = createStore<InitialState>({ user: null, loading: true, error: null });

let pending: { login: number; done: Promise<void> } | undefined;

/** Loads the current user if a session is stored; concurrent calls share one request. */
export function refreshUser({ quiet = false }: { quiet?: boolean } = {}): Promise<void> {
  if (!readSession()) {
    initialState.update(({ error }) => ({ user: null, loading: false, error }));
    return Promise.resolve();
  }
  const login = loginCount();
  if (pending?.login !== login) {
    const done = load(login, quiet).finally(() => {
      if (pending?.done === done) pending = undefined;
    });
    pending = { login, done };
  }
  return pending.done;
}

/** A response that arrives after the session ended or another began is dropped. */
async function load(login: number, quiet: boolean): Promise<void> {
  try {
    const loaded = (await call(getCurrentUser, {}, { quiet })) ?? null;
    if (login !== loginCount()) return;
    const user = loaded && { ...loaded, preferences: withChosenLanguage(loaded.preferences) };
    // Missing texts must not lock anyone out; the app then keeps its current language.
    if (user) await applyPreferences(user.preferences).catch(() => undefined);
    if (login !== loginCount()) return;
    initialState.set({ user, loading: false, error: null });
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (login !== loginCount()) return;
    initialState.update(({ user }) => ({ user: readSession() ? user : null, loading: false, error }));
  }
}

/** Reacts immediately to signing in or out, in this or another window. */
export function followSession(): () => void {
  return onSessionChange(() => {
    if (!readSession()) initialState.set({ user: null, loading: false, error: null });
    else if (!initialState.get().user) void refreshUser();
  });
}
