import { openLiveStream, type StreamMessage } from './live-stream.ts';

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
