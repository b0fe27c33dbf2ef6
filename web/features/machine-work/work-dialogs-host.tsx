import { useEffect } from 'react';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { closeWorkDialog, workDialog } from './work-dialog.ts';

/** Their code comes when the first is opened. */
const WorkDialogs = lazyPage(async () => (await import('./work-dialogs.tsx')).WorkDialogs);

/** Where the dialogs of a list stand; they go with the page. */
export function WorkDialogsHost() {
  const asking = useStore(workDialog) !== null;
  useEffect(() => closeWorkDialog, []);
  return asking ? <WorkDialogs /> : null;
}
