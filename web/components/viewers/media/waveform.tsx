import { type PointerEvent, useEffect, useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Skeleton } from '../../skeleton.tsx';
import { clock } from './clock.ts';
import type { MediaViewerProps } from './media-viewer-props.ts';
import type { Player } from './use-player.ts';
import '../../card.css';

type Props = MediaViewerProps & { player: Player; tall?: boolean };

const barStep = 4;
const barWidth = 2.4;
const height = 64;

/** Loudness over time with markers; a click seeks. */
export function Waveform({ url, sizeBytes, durationSeconds, peaksUrl, markers, markersLabel, player, tall }: Props) {
  const { viewer } = useTexts();
  const peaks = usePeaks(url, sizeBytes, durationSeconds, peaksUrl ?? null);
  const { second, duration } = player.state;
  if (peaks === 'none' && markers.length === 0 && !tall) return null;
  const share = duration > 0 ? second / duration : 0;
  const heights = peaks === 'none' ? Array.from({ length: 190 }, () => 0) : peaks;
  const goTo = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) player.seek(((event.clientX - left) / width) * duration);
  };
  return (
    <div className={`waveform card${tall ? ' waveform-tall' : ''}`}>
      <div className="waveform-head">
        {markers.length > 0 ? (markersLabel ?? viewer.waveformAndNotes) : viewer.waveform}
        <span>{peaks === 'none' ? viewer.noWaveform : ''}</span>
      </div>
      {heights === 'reading' ? (
        <div className="waveform-strip">
          <Skeleton height={tall ? 120 : 48} />
        </div>
      ) : (
        // Pointer only: keyboard and screen reader users have the seek bar.
        <div className="waveform-strip" onPointerDown={goTo} onPointerMove={goTo}>
          <svg viewBox={`0 0 ${heights.length * barStep} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            <path className="waveform-bars" d={barsOf(heights)} />
            <g style={{ clipPath: `inset(0 ${100 - share * 100}% 0 0)` }}>
              <rect width="100%" height="100%" fill="none" />
              <path className="waveform-played" d={barsOf(heights)} />
            </g>
          </svg>
          <i className="waveform-now" style={{ left: `${share * 100}%` }} />
          {duration > 0 &&
            markers.map((marker) => (
              <button
                key={marker.id}
                type="button"
                className="waveform-marker"
                data-tone={marker.tone}
                style={{ left: `${Math.min(100, (marker.second / duration) * 100)}%` }}
                title={`${clock(marker.second)} · ${marker.label}`}
                aria-label={`${clock(marker.second)} · ${marker.label}`}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => player.seek(marker.second)}
              />
            ))}
        </div>
      )}
    </div>
  );
}

function barsOf(peaks: readonly number[]): string {
  return peaks
    .map((peak, at) => {
      const bar = Math.max(2, peak * (height - 4));
      return `M${at * barStep} ${(height - bar) / 2}h${barWidth}v${bar}h-${barWidth}z`;
    })
    .join('');
}

/** Larger or longer files aren't downloaded a second time just to draw the waveform. */
const mostBytes = 64 * 1024 * 1024;
const mostSeconds = 3_600;
/** In hertz: enough for a loudness curve, and the lowest rate that all browsers support. */
const sampleRate = 8_000;
const bars = 190;

type PeaksState = 'reading' | 'none' | readonly number[];

/** Measured peaks of a recording, or peaks decoded from the file; `none` when neither is available. */
function usePeaks(url: string, sizeBytes: number, durationSeconds: number | null, peaksUrl: string | null): PeaksState {
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

/** Peak of each of `parts` equal parts, scaled so that the loudest is 1. */
export function peaksOf(samples: Float32Array | Uint8Array, parts: number): number[] {
  const size = Math.max(1, samples.length / parts);
  const peaks = Array.from({ length: Math.min(parts, samples.length) }, (_, part) => {
    let peak = 0;
    const end = Math.min(samples.length, Math.ceil((part + 1) * size));
    for (let at = Math.floor(part * size); at < end; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks, 0);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}
