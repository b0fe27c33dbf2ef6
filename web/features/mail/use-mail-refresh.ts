import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Callable } from '../../lib/callable.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';

/** Sending tells of every step; a screen follows at a bearable pace. */
const pauseMs = 800;

/** Fetches anew what shows mails when one of them is further on. */
export function useMailRefresh(endpoints: readonly Callable[]): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLiveEvents('mail', () => {
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
