import type { LiveEvent } from '@lectern/contract/features/event.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { joinLiveStream, type StreamMessage } from './shared-live-stream.ts';
import { useLatest } from './use-latest.ts';

type Topic = LiveEvent['topic'];
type EventOf<T extends Topic> = Extract<LiveEvent, { topic: T }>;
type Listener = { topic: Topic; client: QueryClient; tell(event: LiveEvent): void };

const listeners = new Set<Listener>();
const seen = new Set<string>();
const remembered = 1_000;
let leave: (() => void) | undefined;

/** Drops duplicate events, which arrive after a reconnect or when another window takes over the stream. */
function pass({ id, event }: StreamMessage): void {
  if (id && seen.has(id)) return;
  if (id) remember(id);
  for (const listener of [...listeners]) if (listener.topic === event.topic) listener.tell(event);
}

function remember(id: string): void {
  seen.add(id);
  for (const oldest of seen) {
    if (seen.size <= remembered) break;
    seen.delete(oldest);
  }
}

function resumed(): void {
  const clients = new Set([...listeners].map((listener) => listener.client));
  for (const client of clients) void client.invalidateQueries({ refetchType: 'active' });
}

function listen(listener: Listener): () => void {
  listeners.add(listener);
  leave ??= joinLiveStream({ onMessage: pass, onResumed: resumed });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    leave?.();
    leave = undefined;
  };
}

/**
 * Subscribes to live events of one topic while mounted; all components share one stream. After a gap that may have
 * lost events, active queries are refetched.
 */
export function useLiveEvents<T extends Topic>(topic: T, handler: (event: EventOf<T>) => void): void {
  const client = useQueryClient();
  const latest = useLatest(handler);
  useEffect(() => {
    const tell = (event: LiveEvent) => latest.current(event as EventOf<T>);
    return listen({ topic, client, tell });
  }, [topic, client]);
}
