import type { Readable } from 'node:stream';

/** A sender that says nothing for so long is gone, whatever its connection says. */
const silenceMs = 60_000;

/**
 * Hands on what a source gives, until its end, its failure or the signal. Answers why it was cut off, or undefined at
 * its true end; what `take` throws is thrown.
 */
export async function untilCut(
  source: Readable,
  signal: AbortSignal,
  take: (chunk: Buffer) => Promise<void>,
): Promise<unknown> {
  let failed: { error: unknown } | undefined;
  const stop = () => source.destroy(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
  const silence = setTimeout(() => source.destroy(new Error('nothing came for a minute')), silenceMs);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of source) {
      if (signal.aborted) break;
      await take(chunk as Buffer).catch((error: unknown) => {
        failed = { error };
        throw error;
      });
      silence.refresh();
    }
    return signal.aborted ? (signal.reason ?? new Error('stopped')) : undefined;
  } catch (error) {
    if (failed) throw failed.error;
    return error;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
}
