import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Callable } from '../../lib/callable.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';

/** A scan of many resources tells of each; a screen follows at a bearable pace. */
const pauseMs = 800;

/** Fetches anew what shows reviews, all of them or one, when somebody decides or a scan finds something else. */
export function useReviewRefresh(endpoints: readonly Callable[], resourceId?: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLiveEvents('review', (event) => {
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
