import { getMyStorage, listFolders, listLibraries } from '@lectern/contract/features/library.ts';
import {
  getResource,
  listLibraryResources,
  listMyResources,
  listResources,
} from '@lectern/contract/features/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isAnswerOf } from '../../lib/queries.ts';
import { onUploadEnd } from '../../lib/uploads.ts';
import type { UploadEngine } from './engine/upload-engine.ts';
import { endedPhases, holdingPhases } from './engine/upload-item.ts';
import type { UploadSnapshot } from './engine/upload-items.ts';
import { markLeft } from './left-mark.ts';

const changed = [
  ...[listResources, listMyResources, listLibraryResources, getResource],
  ...[listLibraries, listFolders, getMyStorage],
];
/** Many files arrive within a moment; the pages behind follow at a bearable pace. */
const refreshMs = 1_500;

/** What uploads do to the rest of the window: warn before it closes, go on when the network is back, renew lists. */
export function useUploadSideEffects(engine: UploadEngine, { items }: UploadSnapshot, userId: string): void {
  const client = useQueryClient();
  const sending = items.some(({ phase }) => holdingPhases.has(phase));
  const unfinished = items.some(({ phase }) => !endedPhases.has(phase));
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
