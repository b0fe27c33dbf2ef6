import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Callable } from '../../lib/callable.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';

/** Work tells of its progress often; a screen follows at a bearable pace. */
const pauseMs = 1_500;

/** Fetches anew what shows machine work, of all resources or of one, while the work goes on. */
export function useWorkRefresh(endpoints: readonly Callable[], resourceId?: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLiveEvents('work', (event) => {
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
