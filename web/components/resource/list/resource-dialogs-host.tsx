import { listLibraryResources, listMyResources, listResources } from '@lectern/contract/features/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { closeResourceDialog, resourceDialog } from './resource-dialog.ts';

/** Many resources may change at once, so refetches are throttled. */
const pauseMs = 1_500;
const lists = [listResources, listMyResources, listLibraryResources];

/** Refreshes resource lists when a resource changes, for example when processing ends. */
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

/** Loaded when a dialog first opens. */
const ResourceDialogs = lazyPage(() => import('./resource-dialogs.tsx').then((module) => module.ResourceDialogs));

/** The dialogs of resource actions, and live refresh. Rendered once on each page with a resource list. */
export function ResourceDialogsHost() {
  const asking = useStore(resourceDialog) !== null;
  useResourceRefresh();
  useEffect(() => closeResourceDialog, []);
  return asking ? <ResourceDialogs /> : null;
}
