import { getMyStorage, listFolders, listLibraries } from '@lectern/contract/features/library.ts';
import {
  getResource,
  listLibraryResources,
  listMyResources,
  listResources,
} from '@lectern/contract/features/resource.ts';
import { listUploadEntries } from '@lectern/contract/features/upload.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { Status } from '../../components/status.tsx';
import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { onUploadEnd, uploadOrders } from '../../lib/uploads.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { realCalls } from './engine/upload-calls.ts';
import { UploadEngine } from './engine/upload-engine.ts';
import type { UploadSnapshot } from './engine/upload-items.ts';
import { endedPhases, holdingPhases, type UploadItem } from './engine/upload-items.ts';
import { isWorthKeeping } from './engine/upload-news.ts';
import { markLeft, mayBeLeft } from './left-mark.ts';
import { TrayPanel } from './tray-panel.tsx';
import { UploadsContext } from './uploads-context.ts';
import './upload-tray.css';

/** Upload progress on every page; hidden when there are no uploads. */
export function UploadTray() {
  const user = useCurrentUser();
  const engine = useUploadEngine(user.id);
  return engine ? <Tray engine={engine} userId={user.id} /> : null;
}

function Tray({ engine, userId }: { engine: UploadEngine; userId: string }) {
  const snapshot = useStore(engine.items.snapshot);
  useLiveEvents('upload', ({ upload }) => engine.hear(upload));
  useUploadSideEffects(engine, snapshot, userId);
  const [decideId, setDecideId] = useState<string>();
  const [reportId, setReportId] = useState<string>();
  const [expanded, setExpanded] = useState(true);
  // Collapse when every upload has succeeded; expand again when new files arrive.
  const over = snapshot.items.length > 0 && snapshot.items.length === snapshot.counts.done;
  const well = over && snapshot.items.every(isWell);
  useEffect(() => setExpanded(!well), [well]);
  const asked = useStore(engine.questions)[0];
  useEffect(() => {
    if (asked) setExpanded(true);
  }, [asked]);
  const uploads = useMemo(() => ({ engine, decide: setDecideId, report: setReportId }), [engine]);
  const { items, counts } = snapshot;
  if (items.length === 0) return null;

  const deciding = items.find(({ id, phase }) => id === decideId && phase === 'duplicate');
  const reporting = items.find(({ id }) => id === reportId);
  const nextToDecide = () => items.find(({ id, phase }) => phase === 'duplicate' && id !== decideId)?.id;
  return (
    <UploadsContext value={uploads}>
      <TrayPanel snapshot={snapshot} expanded={expanded} onToggle={() => setExpanded((was) => !was)} />
      {deciding && (
        <DuplicateDialog
          key={deciding.id}
          item={deciding}
          count={counts.duplicate}
          onClose={() => setDecideId(undefined)}
          onDecided={() => setDecideId(nextToDecide())}
        />
      )}
      {reporting && <EntryReport item={reporting} onClose={() => setReportId(undefined)} />}
    </UploadsContext>
  );
}

/** Whether no file in an archive was skipped or failed; true for other files. */
function isWell({ row }: UploadItem): boolean {
  return !row?.entries || row.entries.skipped + row.entries.failed === 0;
}

/** The user's upload queue in this window; takes orders from all pages. */
function useUploadEngine(userId: string): UploadEngine | undefined {
  const [engine, setEngine] = useState<UploadEngine>();
  useEffect(() => {
    const made = new UploadEngine(realCalls, words);
    let over = false;
    // Restore earlier uploads first, because new files may resume them.
    const restored = mayBeLeft(userId) ? made.restore().catch(() => undefined) : Promise.resolve();
    const takeOrders = () =>
      void restored.then(() => {
        const orders = uploadOrders.get();
        if (over || orders.length === 0) return;
        uploadOrders.set([]);
        for (const order of orders) made.take(order);
      });
    const leave = uploadOrders.subscribe(takeOrders);
    takeOrders();
    setEngine(made);
    return () => {
      over = true;
      leave();
      made.dispose();
    };
  }, [userId]);
  return engine;
}

function words() {
  const texts = dictionary.get().texts?.upload;
  return { unreadable: texts?.unreadable ?? '', forgotten: texts?.forgotten ?? '', failed: texts?.failed ?? '' };
}

const changed = [
  ...[listResources, listMyResources, listLibraryResources, getResource],
  ...[listLibraries, listFolders, getMyStorage],
];
/** Many files arrive at once, so lists are refetched at most once per pause. */
const refreshMs = 1_500;

/** Side effects of uploads: warn before closing the window, resume when the network is back, and refetch lists. */
function useUploadSideEffects(engine: UploadEngine, { items }: UploadSnapshot, userId: string): void {
  const client = useQueryClient();
  const sending = items.some(({ phase }) => holdingPhases.has(phase));
  // Refused files and reports stay until the user dismisses them.
  const unfinished = items.some(
    ({ phase, row }) => !endedPhases.has(phase) || (row !== undefined && isWorthKeeping(row)),
  );
  const began = useRef(false);

  useEffect(() => {
    if (unfinished) began.current = true;
    if (began.current) markLeft(userId, unfinished);
  }, [unfinished, userId]);

  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [sending]);

  useEffect(() => {
    const nudge = () => engine.nudge();
    window.addEventListener('online', nudge);
    return () => window.removeEventListener('online', nudge);
  }, [engine]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      void client.invalidateQueries({ predicate: isAnswerOf(changed) });
    };
    const leave = onUploadEnd(({ state }) => {
      if (state === 'done') timer ??= setTimeout(refresh, refreshMs);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [client]);
}

const tones = { created: 'ok', updated: 'ok', skipped: 'idle', failed: 'bad' } as const;

/** The outcome of each file in an archive. */
function EntryReport({ item, onClose }: { item: UploadItem; onClose: () => void }) {
  const { upload, words } = useTexts();
  const query = useInfiniteQuery({
    queryKey: ['uploadEntries', item.id],
    queryFn: ({ pageParam, signal }) =>
      call(listUploadEntries, { params: { id: item.id }, query: { after: pageParam } }, { signal, quiet: true }),
    initialPageParam: -1,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.position : undefined),
  });
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Dialog
      open
      className="upload-report"
      title={fillText(upload.reportOf, { name: item.fileName })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{words.close}</Button>}
    >
      {query.isError && <ErrorPanel error={query.error as ApiError} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <SkeletonRegion>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </SkeletonRegion>
      )}
      {rows.length > 0 && (
        <SmallTable columns={[upload.entryFile, upload.entryState, upload.entryReason]}>
          {rows.map((row) => (
            <tr key={row.position}>
              <td className="upload-report-name">{row.name}</td>
              <td>
                <Status tone={tones[row.state]}>{upload.entryStates[row.state]}</Status>
              </td>
              <td>{row.reason ?? words.none}</td>
            </tr>
          ))}
        </SmallTable>
      )}
      {query.hasNextPage && (
        <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {upload.more}
        </Button>
      )}
    </Dialog>
  );
}
