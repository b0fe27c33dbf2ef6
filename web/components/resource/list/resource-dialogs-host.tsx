import { useEffect } from 'react';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useStore } from '../../../lib/use-store.ts';
import { closeResourceDialog, resourceDialog } from './resource-dialog.ts';
import { useResourceRefresh } from './use-resource-refresh.ts';

/** Their code comes when the first is opened. */
const ResourceDialogs = lazyPage(() => import('./resource-dialogs.tsx').then((module) => module.ResourceDialogs));

/** Whatever actions on resources ask, and fresh rows when one changes: stands once on each page with such a list. */
export function ResourceDialogsHost() {
  const asking = useStore(resourceDialog) !== null;
  useResourceRefresh();
  useEffect(() => closeResourceDialog, []);
  return asking ? <ResourceDialogs /> : null;
}
