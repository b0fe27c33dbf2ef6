import { listSubtitles } from '@lectern/contract/features/subtitle.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { closeSubtitleDialog, subtitleDialog } from './list/subtitle-dialog.ts';
import { subtitleListView } from './list/subtitle-list.ts';

/** Their code comes when it is first wanted. */
const SubtitleDialogs = lazyPage(async () => (await import('./list/subtitle-dialogs.tsx')).SubtitleDialogs);
const SubtitleEditorPage = lazyPage(async () => (await import('./editor/editor-page.tsx')).SubtitleEditorPage);
const shown = [listSubtitles];

/** Videos with their subtitles; at the address of one of them, its editor. */
export function SubtitlePage() {
  const { searchStr } = useLocation();
  return new URLSearchParams(searchStr).has('id') ? <SubtitleEditorPage /> : <SubtitleListPage />;
}

function SubtitleListPage() {
  useWorkRefresh(shown);
  const asking = useStore(subtitleDialog) !== null;
  useEffect(() => closeSubtitleDialog, []);
  return (
    <>
      <ListPage definition={subtitleListView} />
      {asking && <SubtitleDialogs />}
    </>
  );
}
