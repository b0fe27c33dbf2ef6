import { useEffect, useState } from 'react';
import { peaksOf } from './peaks.ts';

/** Larger and longer files are not fetched a second time just for their picture. */
const mostBytes = 64 * 1024 * 1024;
const mostSeconds = 3_600;
/** Enough to see loud and quiet; the lowest that browsers agree on. */
const sampleRate = 8_000;
const bars = 190;

export type PeaksState = 'reading' | 'none' | readonly number[];

/** How loud a recording is from start to end, as it was measured, else read from the file itself; `none` where that can't be had. */
export function usePeaks(
  url: string,
  sizeBytes: number,
  durationSeconds: number | null,
  peaksUrl: string | null,
): PeaksState {
  const [peaks, setPeaks] = useState<{ url: string; peaks: PeaksState }>({ url, peaks: 'reading' });
  const tooMuch = sizeBytes > mostBytes || (durationSeconds ?? 0) > mostSeconds;
  useEffect(() => {
    const abort = new AbortController();
    const bytesOf = async (address: string) => {
      const answer = await fetch(address, { signal: abort.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.arrayBuffer();
    };
    const show = (known: PeaksState) => !abort.signal.aborted && setPeaks({ url, peaks: known });
    if (peaksUrl) {
      bytesOf(peaksUrl)
        .then((bytes) => show(peaksOf(new Uint8Array(bytes), bars)))
        .catch(() => show('none'));
      return () => abort.abort();
    }
    if (tooMuch || typeof OfflineAudioContext === 'undefined') return setPeaks({ url, peaks: 'none' });
    const read = async () => {
      const sound = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await bytesOf(url));
      show(peaksOf(sound.getChannelData(0), bars));
    };
    read().catch(() => show('none'));
    return () => abort.abort();
  }, [url, tooMuch, peaksUrl]);
  return peaks.url === url ? peaks.peaks : 'reading';
}
