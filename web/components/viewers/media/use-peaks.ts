import { useEffect, useState } from 'react';
import { peaksOf } from './peaks.ts';

/** Larger and longer files are not fetched a second time just for their picture. */
const mostBytes = 64 * 1024 * 1024;
const mostSeconds = 3_600;
/** Enough to see loud and quiet; the lowest that browsers agree on. */
const sampleRate = 8_000;
const bars = 190;

export type PeaksState = 'reading' | 'none' | readonly number[];

/** How loud a recording is from start to end, read from the file itself; `none` where that can't be had. */
export function usePeaks(url: string, sizeBytes: number, durationSeconds: number | null): PeaksState {
  const [peaks, setPeaks] = useState<{ url: string; peaks: PeaksState }>({ url, peaks: 'reading' });
  const tooMuch = sizeBytes > mostBytes || (durationSeconds ?? 0) > mostSeconds;
  useEffect(() => {
    if (tooMuch || typeof OfflineAudioContext === 'undefined') return setPeaks({ url, peaks: 'none' });
    const abort = new AbortController();
    const read = async () => {
      const answer = await fetch(url, { signal: abort.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      const sound = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await answer.arrayBuffer());
      if (!abort.signal.aborted) setPeaks({ url, peaks: peaksOf(sound.getChannelData(0), bars) });
    };
    read().catch(() => !abort.signal.aborted && setPeaks({ url, peaks: 'none' }));
    return () => abort.abort();
  }, [url, tooMuch]);
  return peaks.url === url ? peaks.peaks : 'reading';
}
