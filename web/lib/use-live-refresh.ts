import type { LiveEvent } from '@lectern/contract/features/event.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Callable } from './callable.ts';
import { useLiveEvents } from './live-events.ts';
import { isAnswerOf } from './queries.ts';

type Options = {
  /** Limits the refresh to events about this resource. */
  resourceId?: string | undefined;
  pauseMs?: number;
};

/** Refetches these calls after live events of a topic, at most once per pause, because bulk work sends many events. */
export function useLiveRefresh(topic: LiveEvent['topic'], endpoints: readonly Callable[], options: Options = {}): void {
  const { resourceId, pauseMs = 800 } = options;
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLiveEvents(topic, (event) => {
    if (resourceId !== undefined && 'resourceId' in event && event.resourceId !== resourceId) return;
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
