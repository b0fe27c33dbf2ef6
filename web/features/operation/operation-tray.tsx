import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Badge, badgeText } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useDropdown } from '../../components/use-dismiss.ts';
import { useFormat } from '../../lib/format.ts';
import { joinFullSentences } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { type NotificationDraft, notify } from '../../lib/notifications.ts';
import { finishedPhrase } from '../../lib/operation-phrases.ts';
import { OperationActions, useOperationActions } from './operation-actions.tsx';
import { OperationReport, OperationResult, OperationStatus } from './operation-report.tsx';
import {
  countsOf,
  forgetOpen,
  isOpen,
  nameOf,
  partsOf,
  putOperation,
  useOpenCount,
  useOperations,
} from './use-operations.ts';
import './operation-tray.css';

type Props = { open: boolean; onToggle: () => void; onClose: () => void };

/** The user's running operations, available on every page. */
export function OperationTray({ open, onToggle, onClose }: Props) {
  const { operation: texts } = useTexts();
  const running = useOpenCount();
  const [reportId, setReportId] = useState<string>();
  const { undo } = useOperationActions();
  const { root, button, close } = useDropdown(open, onClose);
  useFinishNotice(undo);
  useEffect(() => forgetOpen, []);
  const report = (id: string) => {
    close(true);
    setReportId(id);
  };

  return (
    <div className="operation-tray" ref={root}>
      <IconButton
        ref={button}
        icon={open || running > 0 ? 'operationsFilled' : 'operations'}
        label={running > 0 ? fillText(texts.trayRunning, { count: badgeText(running) }) : texts.tray}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={onToggle}
      >
        <Badge count={running} />
      </IconButton>
      {open && <OperationTrayPanel onClose={close} onReport={report} />}
      {reportId && <OperationReport id={reportId} onClose={() => setReportId(undefined)} />}
    </div>
  );
}

/** Notifies once when an operation ends, with Undo. */
function useFinishNotice(undo: (id: string) => void): void {
  const client = useQueryClient();
  const texts = useTexts();
  const { number } = useFormat();
  const told = useRef(new Set<string>());

  useLiveEvents('operation', ({ operation }) => {
    putOperation(client, operation);
    // Starting Undo sends another event for the operation, which is not another end.
    if (isOpen(operation) || operation.undoneBy || told.current.has(operation.id)) return;
    told.current.add(operation.id);
    // Every open window receives the event; only the visible one notifies.
    if (document.visibilityState !== 'visible') return;
    const action = { label: texts.operation.undo, run: () => undo(operation.id) };
    notify({ ...noticeOf(operation), ...(operation.undoUntil && { action }) });
  });

  function noticeOf(operation: OperationRow): NotificationDraft {
    const name = nameOf(operation, texts);
    const counts = countsOf(operation, texts, number);
    const { nothingDone, stopped, failed } = texts.operation;
    if (operation.state === 'failed') {
      return {
        level: 'error',
        title: fillText(failed, { name }),
        text: joinFullSentences(operation.cause, counts),
      };
    }
    if (operation.state === 'cancelled') return { level: 'info', title: fillText(stopped, { name, counts }) };
    const isClean = operation.failed === 0 && operation.skipped === 0;
    const { done, skipped, failed: failures } = operation;
    const result = done > 0 ? finishedPhrase(operation, number(done), texts) : fillText(nothingDone, { name });
    const exceptions = partsOf({ done: 0, skipped, failed: failures, undone: 0 }, texts, number);
    return { level: isClean ? 'success' : 'warning', title: [result, ...exceptions].join(' · ') };
  }
}

const shownAtMost = 8;

type OperationTrayPanelProps = { onClose: (refocus: boolean) => void; onReport: (id: string) => void };

function OperationTrayPanel({ onClose, onReport }: OperationTrayPanelProps) {
  const texts = useTexts();
  const { relativeTime, dateTime } = useFormat();
  const query = useOperations();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const rows = query.data?.pages.flatMap((page) => page.rows).slice(0, shownAtMost) ?? [];
  const { operation } = texts;

  return (
    <div ref={panel} className="operation-panel" role="dialog" tabIndex={-1} aria-label={operation.title}>
      <div className="operation-panel-head">
        <h2>{operation.title}</h2>
        <AppLink to="/app/home/profile?tab=operations" onClick={() => onClose(false)}>
          {operation.all}
        </AppLink>
      </div>
      <div className="operation-panel-list">
        {query.isError && <QueryError query={query} keepsOld={rows.length > 0} />}
        {query.isPending && <PanelSkeleton />}
        {query.isSuccess && rows.length === 0 && (
          <EmptyState icon="operations" title={operation.emptyTitle}>
            {operation.emptyText}
          </EmptyState>
        )}
        <ul>
          {rows.map((row) => (
            <li key={row.id} className="operation-entry">
              <strong>{nameOf(row, texts)}</strong>
              <span className="operation-entry-state">
                <OperationStatus row={row} />
                <time dateTime={row.createdAt} title={dateTime(row.createdAt)}>
                  {relativeTime(row.createdAt)}
                </time>
              </span>
              <span className="operation-entry-result">
                <OperationResult row={row} />
                <OperationActions row={row} onReport={() => onReport(row.id)} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function PanelSkeleton() {
  return (
    <SkeletonRegion className="operation-skeleton">
      {['62%', '78%', '54%'].map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width={120} height={10} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
