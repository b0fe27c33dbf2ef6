import type { PointerEvent } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Skeleton } from '../../skeleton.tsx';
import { clock } from './clock.ts';
import type { MediaViewerProps } from './media-viewer-props.ts';
import { usePeaks } from './use-peaks.ts';
import '../../card.css';
import type { Player } from './use-player.ts';

type Props = MediaViewerProps & { player: Player; tall?: boolean };

const barStep = 4;
const barWidth = 2.4;
const height = 64;

/** Loud and quiet from start to end, with what is marked: a click goes there. */
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
        // The seek bar is the same for the keyboard and for screen readers.
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
