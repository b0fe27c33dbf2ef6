import { landingPath } from '@lectern/contract/access.ts';
import { useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { useCoreTexts } from '../lib/i18n/use-texts.ts';
import { initialState } from '../lib/initial-state.ts';
import { diagnosticsOf } from './diagnostics.ts';

type Props = {
  error: unknown;
  /** Nothing else is left on screen. */
  whole?: boolean;
  onRetry?: () => void;
};

/** What is shown where something broke: what it means, what can be done, and what support needs to know. */
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
