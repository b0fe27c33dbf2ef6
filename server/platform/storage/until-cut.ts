import type { Readable } from 'node:stream';

/** A sender silent for this long counts as gone, even if its connection is open. */
const silenceMs = 60_000;
const tidings = ['readable', 'end', 'error', 'close'] as const;

/**
 * Passes on chunks until the source ends or fails, stays silent too long, or the signal aborts; returns why it was cut
 * off, or undefined at the real end, and leaves the source open so the sender can still get a response. Reads
 * manually, because racing each chunk against one long-lived stop promise would keep every chunk in memory.
 */
export async function untilCut(
  source: Readable,
  signal: AbortSignal,
  take: (chunk: Buffer) => Promise<void>,
): Promise<unknown> {
  let wake: () => void = () => undefined;
  let silent = false;
  const nudge = () => wake();
  const silence = setTimeout(() => {
    silent = true;
    wake();
  }, silenceMs);
  for (const tiding of tidings) source.on(tiding, nudge);
  signal.addEventListener('abort', nudge, { once: true });
  try {
    for (;;) {
      if (signal.aborted) return signal.reason ?? new Error('stopped');
      const chunk = source.read() as Buffer | null;
      if (chunk !== null) {
        await take(chunk);
        silence.refresh();
      } else if (source.readableEnded) return undefined;
      else if (source.errored) return source.errored;
      else if (source.destroyed) return new Error('the connection was closed');
      else if (silent) return new Error('nothing came for a minute');
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(silence);
    for (const tiding of tidings) source.off(tiding, nudge);
    signal.removeEventListener('abort', nudge);
  }
}
