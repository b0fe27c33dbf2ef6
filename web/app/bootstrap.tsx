import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { listenToFailures } from '../lib/failure-listener.ts';
import { currentCoreTexts } from '../lib/i18n/language.ts';
import { followSession, refreshUser } from '../lib/initial-state.ts';
import { notify } from '../lib/notifications.ts';
import { rememberFailures } from '../lib/recent-failures.ts';
import { readSession } from '../lib/session.ts';
import { keepSignOnArrival } from '../lib/sign-on-arrival.ts';
import { preloadFirstScreen, Root } from './root.tsx';

/** Starts session and error tracking, loads the current user, and renders the app. */
export function bootstrap(element: HTMLElement): void {
  listenToFailures();
  rememberFailures();
  followSession();
  reportMissingChunks();
  keepSignOnArrival();
  preloadFirstScreen(readSession() !== null);
  void refreshUser();
  createRoot(element).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

/** Vite raises this event when a script or style sheet fails to load, whichever code requested it. */
function reportMissingChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    notify({ level: 'error', title: currentCoreTexts().failure.chunkText });
  });
}
