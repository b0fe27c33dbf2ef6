import { useEffect, useState } from 'react';

/** How loud it is, so many times a second, from 0 to 255. */
export type SoundPeaks = { perSecond: number; values: Uint8Array; loudest: number };

/** All that was measured, not only as much as a strip of the whole shows; null where there is nothing. */
export function useSoundPeaks(url: string | null, perSecond: unknown): SoundPeaks | null {
  const [peaks, setPeaks] = useState<SoundPeaks | null>(null);
  useEffect(() => {
    if (!url || typeof perSecond !== 'number' || perSecond <= 0) return;
    const abort = new AbortController();
    const read = async () => {
      const answer = await fetch(url, { signal: abort.signal });
      if (!answer.ok) return;
      const values = new Uint8Array(await answer.arrayBuffer());
      const loudest = values.reduce((most, value) => Math.max(most, value), 1);
      if (!abort.signal.aborted) setPeaks({ perSecond, values, loudest });
    };
    // Without it, cues can still be moved.
    read().catch(() => undefined);
    return () => abort.abort();
  }, [url, perSecond]);
  return peaks;
}
