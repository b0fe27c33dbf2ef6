import type { Readable } from 'node:stream';

/** A sender that says nothing for so long is gone, whatever its connection says. */
const silenceMs = 60_000;

/**
 * Hands on what a source gives, until its end, its failure, a long silence or the signal. Answers why it was cut off, or
 * undefined at its true end; what `take` throws is thrown. The source itself is left as it is: whoever sends may still
 * be answered.
 */
export async function untilCut(
  source: Readable,
  signal: AbortSignal,
  take: (chunk: Buffer) => Promise<void>,
): Promise<unknown> {
  const pieces = source.iterator({ destroyOnReturn: false });
  const stop = Promise.withResolvers<{ cut: unknown }>();
  const abort = () => stop.resolve({ cut: signal.reason ?? new Error('stopped') });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const silence = setTimeout(() => stop.resolve({ cut: new Error('nothing came for a minute') }), silenceMs);
  try {
    for (;;) {
      const next = pieces.next().then(
        (result) => ({ result }),
        (error: unknown) => ({ cut: error }),
      );
      const came = await Promise.race([stop.promise, next]);
      if ('cut' in came) return came.cut;
      if (came.result.done) return undefined;
      await take(came.result.value as Buffer);
      silence.refresh();
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
  }
}
