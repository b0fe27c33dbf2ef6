import { getWork, getWorkOverview, listAsr, listOcr, listWork } from '@lectern/contract/features/machine-work.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { closeWorkDialog, workDialog } from './work-dialog.ts';
import { asrListView, ocrListView, workListView } from './work-list.ts';

/** Loaded when the first row is opened. */
const WorkSheet = lazyPage(async () => (await import('./work-sheet.tsx')).WorkSheet);
/** Loaded when the first dialog opens. */
const WorkDialogs = lazyPage(async () => (await import('./work-dialogs.tsx')).WorkDialogs);

const workCalls = [listWork, getWork, getWorkOverview];
const ocrCalls = [listOcr];
const asrCalls = [listAsr];

export function WorkPage() {
  const { searchStr } = useLocation();
  useWorkRefresh(workCalls);
  return (
    <>
      <ListPage definition={workListView} />
      {new URLSearchParams(searchStr).has('id') && <WorkSheet />}
      <WorkDialogsHost />
    </>
  );
}

/** Images and scanned documents with their OCR state. */
export function OcrPage() {
  useWorkRefresh(ocrCalls);
  return (
    <>
      <ListPage definition={ocrListView} />
      <WorkDialogsHost />
    </>
  );
}

/** Recordings with their transcription state. */
export function AsrPage() {
  useWorkRefresh(asrCalls);
  return (
    <>
      <ListPage definition={asrListView} />
      <WorkDialogsHost />
    </>
  );
}

/** Closes dialogs when the page is left. */
function WorkDialogsHost() {
  const asking = useStore(workDialog) !== null;
  useEffect(() => closeWorkDialog, []);
  return asking ? <WorkDialogs /> : null;
}
