import { type QueryKey, useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { isApiError } from '../lib/api-error.ts';
import { noticeOf } from '../lib/failure-listener.ts';
import { fillText, useTexts } from '../lib/i18n/use-texts.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import './error-panel.css';

type Props = {
  error: unknown;
  /** What failed, when it is more specific than loading. */
  title?: string | undefined;
  /** Older data is still shown below. */
  keepsOld?: boolean | undefined;
  retrying?: boolean;
  onRetry?: () => void;
};

/** A failed request, shown in place: the reason in plain words, the request id for support, and Retry. */
export function ErrorPanel({ error, title, keepsOld, retrying, onRetry }: Props) {
  const { words } = useTexts();
  const isShared = use(SharedFailure);
  if (isShared && !keepsOld) return <p className="error-brief">{title ?? words.errorTitle}</p>;
  const requestId = isApiError(error) ? error.requestId : undefined;
  const notice = isApiError(error) ? noticeOf(error) : undefined;
  return (
    <div className="error-panel" role="alert">
      <Icon name="problem" />
      <div className="error-panel-text">
        <strong>{title ?? words.errorTitle}</strong>
        {notice && <div>{notice.title}</div>}
        {notice?.text && notice.text !== notice.title && <div className="error-panel-detail">{notice.text}</div>}
        {keepsOld && <div>{words.errorKeepsOld}</div>}
        {requestId && (
          <div className="error-panel-request">
            <span>{fillText(words.requestId, { id: requestId })}</span>
            <CopyButton text={requestId} label={words.copyRequestId} />
          </div>
        )}
      </div>
      {onRetry && (
        <Button size="small" icon="refresh" busy={retrying} onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}

type QueryErrorProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  title?: string;
  keepsOld?: boolean;
};

export function QueryError({ query, title, keepsOld }: QueryErrorProps) {
  return (
    <ErrorPanel
      error={query.error}
      title={title}
      keepsOld={keepsOld}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

/** True when an error panel above already shows the reason. */
const SharedFailure = createContext(false);

type ErrorGroupProps = {
  /** Queries of the child components, which run there; only their errors are read here. */
  queries: readonly { queryKey: QueryKey }[];
  children: ReactNode;
};

/** Shows one panel with one Retry when several parts of a page fail for the same reason. */
export function ErrorGroup({ queries, children }: ErrorGroupProps) {
  const results = useQueries({ queries: queries.map(({ queryKey }) => ({ queryKey, enabled: false })) });
  const failed = results.filter(({ error, data }) => error !== null && data === undefined);
  const reasons = new Set(failed.map(({ error }) => reasonOf(error)));
  const together = failed.length > 1 && reasons.size === 1;
  return (
    <SharedFailure value={together}>
      {together && (
        <SharedFailure value={false}>
          <ErrorPanel
            error={failed[0]?.error}
            retrying={failed.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              for (const { refetch } of failed) void refetch();
            }}
          />
        </SharedFailure>
      )}
      {children}
    </SharedFailure>
  );
}

function reasonOf(error: unknown): string {
  return isApiError(error) ? `${error.kind} ${error.status} ${error.message}` : String(error);
}
