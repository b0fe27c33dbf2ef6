import type { Readable } from 'node:stream';

/** A sender that says nothing for so long is gone, whatever its connection says. */
const silenceMs = 60_000;
const tidings = ['readable', 'end', 'error', 'close'] as const;

/**
 * Hands on what a source gives, until its end, its failure, a long silence or the signal. Answers why it was cut off, or
 * undefined at its true end; what `take` throws is thrown. The source itself is left as it is: whoever sends may still
 * be answered.
 *
 * Reads by hand: racing each piece against one promise for the stop would keep every piece in memory until the end.
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
