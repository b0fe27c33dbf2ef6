import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import type { Callable } from '../../lib/callable.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';

/** A run over many tells of each; a screen follows at a bearable pace. */
const pauseMs = 800;

/** Fetches anew what shows summaries, all of them or one, when somebody decides or the machine has made one. */
export function useSummaryRefresh(endpoints: readonly Callable[], resourceId?: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useWorkRefresh(endpoints, resourceId);
  useLiveEvents('summary', (event) => {
    if (resourceId !== undefined && event.resourceId !== resourceId) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ predicate: isAnswerOf(endpoints) });
    }, pauseMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
