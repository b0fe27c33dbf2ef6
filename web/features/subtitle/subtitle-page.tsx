import { listSubtitles } from '@lectern/contract/features/subtitle.ts';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { closeSubtitleDialog, subtitleDialog } from './list/subtitle-dialog.ts';
import { subtitleListView } from './list/subtitle-list.ts';

/** Their code comes when the first is opened. */
const SubtitleDialogs = lazyPage(async () => (await import('./list/subtitle-dialogs.tsx')).SubtitleDialogs);
const shown = [listSubtitles];

/** Videos with their subtitles. */
export function SubtitlePage() {
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
