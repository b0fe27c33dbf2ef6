import { useRef } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useViewerKeys } from '../use-viewer-keys.ts';
import { UnshownFile } from '../viewer-message.tsx';
import type { MediaViewerProps } from './media-viewer-props.ts';
import { PlayerControls, playerKeys, SeekBar } from './player-controls.tsx';
import { usePlayer } from './use-player.ts';
import { useRecordedPlay } from './use-recorded-play.ts';
import { Waveform } from './waveform.tsx';
import '../viewer.css';
import './player.css';

/** Audio player with a clickable waveform, speed control and keyboard shortcuts. */
export function AudioPlayer(props: MediaViewerProps) {
  const { url, downloadUrl, title, format, durationSeconds, link } = props;
  const { viewer } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const player = usePlayer(audio, url, durationSeconds, link);
  useRecordedPlay(audio, url, props.recorded);
  useViewerKeys(frame, playerKeys(player));
  if (player.state.failed) {
    return (
      <UnshownFile
        icon="audio"
        url={url}
        title={fillText(viewer.cannotPlay, { format: format.toUpperCase() })}
        downloadUrl={downloadUrl}
        onRetry={player.retry}
      >
        {viewer.cannotPlayText}
      </UnshownFile>
    );
  }
  return (
    <div className="audio-player" ref={frame}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is shown beside it */}
      <audio ref={audio} src={url} preload="metadata" aria-label={title} />
      <Waveform {...props} player={player} tall />
      <div className="audio-player-bar">
        <SeekBar player={player} />
        <PlayerControls player={player} />
      </div>
    </div>
  );
}
