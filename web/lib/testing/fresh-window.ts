import { cleanup, configure, getConfig } from '@testing-library/react';
import { vi } from 'vitest';
import { listenToFailures } from '../failure-listener.ts';
import { loadAppTexts, loadPageTexts } from '../i18n/language.ts';
import { followSession, initialState } from '../initial-state.ts';
import { notifications } from '../notifications.ts';
import { emptyResponseCache } from '../response-cache.ts';
import { clearSession } from '../session.ts';
import { everyPageArea } from './all-texts.ts';

// Lazily imported modules are compiled on first use, which is slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

/** True while `waitFor` polls. Only its final error needs the page contents, which are slow to print. */
const isPolling = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    isPolling() ? new Error(message ?? '') : getElementError(message, container),
});

let stopListening: (() => void)[] = [];

/**
 * For `beforeEach`: a new browser window with nobody signed in, nothing stored, in English. With `followsSession`,
 * storing a session loads its user.
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
