import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Callable } from '../../lib/callable.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';

/** Many to-dos may open at once; a screen follows at a bearable pace. */
const pauseMs = 800;

/** Fetches anew what shows to-dos when some were opened, changed or closed. */
export function useTaskRefresh(endpoints: readonly Callable[]): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLiveEvents('task', () => {
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
