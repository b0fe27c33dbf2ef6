import { apiBase } from '@lectern/contract/constants.ts';
import type { LiveEvent } from '@lectern/contract/features/event.ts';
import { refreshUser } from './initial-state.ts';
import { freshToken } from './session-renewal.ts';

type Handlers = { onMessage(message: StreamMessage): void; onResumed(): void };
type Broadcast = { message: StreamMessage } | { resumed: true };

const name = 'lectern.live-events';

/**
 * One stream for all windows of this browser: browsers allow six connections to a server without HTTP/2, and a
 * window per connection would soon starve every call. The window that holds the lock listens and passes on; when it
 * closes, the next one takes over. Where locks are missing (no TLS) each window listens for itself.
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
  // Aborting rejects the wait for the lock; there is nothing to do about it then.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => undefined);
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** One identified event of the stream, as it also travels between windows. */
export type StreamMessage = { id: string; event: LiveEvent };
type StreamHandlers = { onMessage(message: StreamMessage): void; onResumed(): void };

/** An EventSource hears only what it is told to listen for; one that is left out here does not compile. */
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
 * Holds one EventSource open. A cut connection the browser resumes by itself, naming the last event it saw. After
 * an answer that ends the EventSource a new one is opened, later each time; what happened between is unknown then.
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

  /** The cookie that the stream goes by lives as long as the token: renew that first. */
  async function start(): Promise<void> {
    const token = await freshToken().catch(() => null);
    if (closed) return;
    if (token) connect();
    else reconnectLater();
  }

  /** A refused stream may mean that the session ended: loading the user tells, and then leads to the login page. */
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
