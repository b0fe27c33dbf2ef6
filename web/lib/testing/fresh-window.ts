import { cleanup, configure, getConfig } from '@testing-library/react';
import { vi } from 'vitest';
import { listenToFailures } from '../failure-listener.ts';
import { loadAppTexts, loadPageTexts } from '../i18n/language.ts';
import { followSession, initialState } from '../initial-state.ts';
import { notifications } from '../notifications.ts';
import { emptyResponseCache } from '../response-cache.ts';
import { clearSession } from '../session.ts';
import { everyPageArea } from './all-texts.ts';

// A lazily imported module is compiled when it is first asked for, which a busy machine does slowly.
configure({ asyncUtilTimeout: 10_000 });

/** `waitFor` sets this while it polls; it asks for the error with the page in it once it gives up. */
const isPolling = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    isPolling() ? new Error(message ?? '') : getElementError(message, container),
});

let stopListening: (() => void)[] = [];

/**
 * As after opening the product in a new window: nobody known, nothing stored, English. For `beforeEach`. Where the
 * session is followed, storing one loads its user.
 */
export async function openFreshWindow(path = '/', { followsSession = false } = {}): Promise<void> {
  closeWindow();
  window.history.replaceState(null, '', path);
  await loadAppTexts('en');
  await loadPageTexts(...everyPageArea);
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  stopListening = [listenToFailures()];
  if (followsSession) stopListening.push(followSession());
  initialState.set({ user: null, loading: true, error: null });
}

/** For `afterEach`. */
export function closeWindow(): void {
  cleanup();
  for (const stop of stopListening) stop();
  stopListening = [];
  notifications.set([]);
  emptyResponseCache();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}
