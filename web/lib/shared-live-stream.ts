import { apiBase } from '@lectern/contract/constants.ts';
import type { LiveEvent } from '@lectern/contract/features/event.ts';
import { refreshUser } from './initial-state.ts';
import { freshToken } from './session-renewal.ts';

type Handlers = { onMessage(message: StreamMessage): void; onResumed(): void };
type Broadcast = { message: StreamMessage } | { resumed: true };

const name = 'lectern.live-events';

/**
 * One stream for all windows of the browser: with HTTP/1.1 browsers allow six connections per server, so one per
 * window would soon block other calls. The window holding the lock listens and broadcasts; without locks (no TLS),
 * each window listens for itself.
 */
export function joinLiveStream(handlers: Handlers): () => void {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return openLiveStream(handlers);
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Broadcast>) => {
    if ('message' in data) handlers.onMessage(data.message);
    else handlers.onResumed();
  };
  const leaving = new AbortController();
  const lead = () =>
    new Promise<void>((release) => {
      const close = openLiveStream({
        onMessage(message) {
          handlers.onMessage(message);
          channel.postMessage({ message } satisfies Broadcast);
        },
        onResumed() {
          handlers.onResumed();
          channel.postMessage({ resumed: true } satisfies Broadcast);
        },
      });
      const stop = () => {
        close();
        release();
      };
      if (leaving.signal.aborted) stop();
      else leaving.signal.addEventListener('abort', stop);
    });
  // Aborting rejects the pending lock request, which needs no handling.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => undefined);
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** One event with its id, also broadcast to other windows. */
export type StreamMessage = { id: string; event: LiveEvent };
type StreamHandlers = { onMessage(message: StreamMessage): void; onResumed(): void };

/**
 * An EventSource delivers only events that it listens for. As a `Record`, the list must name every topic to compile.
 */
const heard: Record<LiveEvent['topic'], true> = {
  notification: true,
  job: true,
  operation: true,
  resource: true,
  upload: true,
  work: true,
  review: true,
  rescan: true,
  homePage: true,
  settings: true,
  permissions: true,
  summary: true,
  task: true,
  mail: true,
  course: true,
};
const topics = ['message', ...Object.keys(heard)];
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/**
 * Keeps one EventSource open. The browser itself resumes a dropped connection from the last event id; if a response
 * closes the EventSource, a new one is opened with increasing delay, and events may have been missed.
 */
function openLiveStream({ onMessage, onResumed }: StreamHandlers): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = firstDelayMs;
  let missed = false;
  let closed = false;

  function connect(): void {
    const opened = new EventSource(`${apiBase}/events`);
    source = opened;
    opened.onopen = () => {
      delayMs = firstDelayMs;
      if (missed) onResumed();
      missed = false;
    };
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) reconnectLater();
    };
    for (const topic of topics) {
      opened.addEventListener(topic, (message: MessageEvent<string>) => {
        const event = parsed(message.data);
        if (event) onMessage({ id: message.lastEventId, event });
      });
    }
  }

  function reconnectLater(): void {
    missed = true;
    source?.close();
    timer = setTimeout(reconnect, delayMs * (0.75 + Math.random() / 2));
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  }

  /** The stream's cookie lives as long as the token, so renew the token first. */
  async function start(): Promise<void> {
    const token = await freshToken().catch(() => null);
    if (closed) return;
    if (token) connect();
    else reconnectLater();
  }

  /** A refused stream may mean that the session has ended; loading the user finds out and leads to the login page. */
  async function reconnect(): Promise<void> {
    await refreshUser({ quiet: true });
    if (!closed) await start();
  }

  void start();
  return () => {
    closed = true;
    clearTimeout(timer);
    source?.close();
  };
}

function parsed(data: string): LiveEvent | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && 'topic' in value ? (value as LiveEvent) : undefined;
  } catch {
    return undefined;
  }
}
