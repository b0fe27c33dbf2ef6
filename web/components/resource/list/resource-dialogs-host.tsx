import { listLibraryResources, listMyResources, listResources } from '@lectern/contract/features/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { closeResourceDialog, resourceDialog } from './resource-dialog.ts';

/** Many may change within a moment; the list follows with a pause in between. */
const pauseMs = 1_500;
const lists = [listResources, listMyResources, listLibraryResources];

/** Shows what became of resources, such as a file that was read through. */
export function useResourceRefresh(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLiveEvents('resource', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ predicate: isAnswerOf(lists) });
    }, pauseMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Loaded when the first is opened. */
const ResourceDialogs = lazyPage(() => import('./resource-dialogs.tsx').then((module) => module.ResourceDialogs));

/** Whatever actions on resources ask, and fresh rows when one changes: stands once on each page with such a list. */
export function ResourceDialogsHost() {
  const asking = useStore(resourceDialog) !== null;
  useResourceRefresh();
  useEffect(() => closeResourceDialog, []);
  return asking ? <ResourceDialogs /> : null;
}
