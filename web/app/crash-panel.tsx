import { landingPath } from '@lectern/contract/access.ts';
import { useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { currentLanguage } from '../lib/i18n/language.ts';
import { useCoreTexts } from '../lib/i18n/use-texts.ts';
import { initialState } from '../lib/initial-state.ts';
import { recentFailures } from '../lib/recent-failures.ts';

type Props = {
  error: unknown;
  /** True when it replaces the whole app. */
  whole?: boolean;
  onRetry?: () => void;
};

/** Shown in place of something that crashed: what it means, what to do, and diagnostics for support. */
export function CrashPanel({ error, whole = false, onRetry }: Props) {
  const { failure } = useCoreTexts();
  const [copied, setCopied] = useState(false);
  const { user } = initialState.get();
  const [diagnostics] = useState(() => diagnosticsOf(error));
  return (
    <section className={whole ? 'notice-page notice-page-whole' : 'notice-page'} role="alert">
      <h1>{failure.crashTitle}</h1>
      <p>{whole ? failure.appCrashText : failure.crashText}</p>
      <div className="notice-page-actions">
        {onRetry && (
          <button type="button" className="action action-primary" onClick={onRetry}>
            {failure.retry}
          </button>
        )}
        <button
          type="button"
          className={onRetry ? 'action' : 'action action-primary'}
          onClick={() => window.location.reload()}
        >
          {failure.reload}
        </button>
        <a className="action" href={user ? landingPath(user) : '/'}>
          {failure.home}
        </a>
      </div>
      <details className="notice-page-details">
        <summary>{failure.diagnostics}</summary>
        <pre>{diagnostics}</pre>
        <button type="button" className="action" onClick={async () => setCopied(await copyText(diagnostics))}>
          {copied ? failure.copied : failure.copyDiagnostics}
        </button>
      </details>
    </section>
  );
}

/** Diagnostics for support. No tokens or user content; URLs without their query string. */
function diagnosticsOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  const failures = recentFailures();
  return [
    `Lectern ${import.meta.env.VITE_LECTERN_VERSION ?? 'development'}`,
    `at ${new Date().toISOString()}`,
    `page ${window.location.pathname}`,
    `language ${currentLanguage()}, ${window.innerWidth} × ${window.innerHeight}`,
    navigator.userAgent,
    '',
    stack,
    ...(failures.length > 0 ? ['', ...failures] : []),
  ].join('\n');
}
