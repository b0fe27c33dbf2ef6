import { useEffect, useMemo, useState } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useLiveEvents } from '../../lib/live-events.ts';
import { uploadCalls } from '../../lib/uploads.ts';
import { useStore } from '../../lib/use-store.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import type { UploadEngine } from './engine/upload-engine.ts';
import type { UploadItem } from './engine/upload-item.ts';
import { EntryReport } from './entry-report.tsx';
import { TrayPanel } from './tray-panel.tsx';
import { UploadsContext } from './uploads-context.ts';
import { useUploadEngine } from './use-upload-engine.ts';
import { useUploadSideEffects } from './use-upload-side-effects.ts';
import './upload-tray.css';

/** What is being uploaded, on whatever page one is. It is there while there is something to tell. */
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
  useEffect(() => uploadCalls.subscribe(() => setExpanded(true)), []);
  // All is well: it need not stand before the page any longer, until more comes.
  const over = snapshot.items.length > 0 && snapshot.items.length === snapshot.counts.done;
  const well = over && snapshot.items.every(isWell);
  useEffect(() => setExpanded(!well), [well]);
  const asked = useStore(engine.languageQuestions)[0];
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

/** Nothing in an archive was left behind. */
function isWell({ row }: UploadItem): boolean {
  return !row?.entries || row.entries.skipped + row.entries.failed === 0;
}
