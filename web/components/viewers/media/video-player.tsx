import { type ReactNode, useRef } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { Spinner } from '../../button.tsx';
import { useViewerKeys } from '../use-viewer-keys.ts';
import { ViewerButton, ViewerIcon } from '../viewer-icon.tsx';
import { UnshownFile } from '../viewer-message.tsx';
import type { MediaViewerProps } from './media-viewer-props.ts';
import { PlayerControls, playerKeys, SeekBar } from './player-controls.tsx';
import { type PlayerTrack, TrackSelect, useTrackChoice } from './player-tracks.tsx';
import type { Sprite } from './sprite.ts';
import { usePlayer } from './use-player.ts';
import { useRecordedPlay } from './use-recorded-play.ts';
import { Waveform } from './waveform.tsx';
import '../viewer.css';
import './player.css';

const usualFrameRate = 25;

type Props = MediaViewerProps & {
  frameRate: number | null;
  sprite?: Sprite | null;
  tracks?: readonly PlayerTrack[];
  /** Drawn over the picture, below the controls. */
  overlay?: ReactNode;
  /** Set when the page shows a waveform elsewhere. */
  withoutWaveform?: boolean;
};

const noTracks: readonly PlayerTrack[] = [];

/** Video player with speed control, frame stepping, subtitles and keyboard shortcuts. */
export function VideoPlayer(props: Props) {
  const { url, downloadUrl, title, picture, format, durationSeconds, frameRate, link, tracks = noTracks } = props;
  const { viewer } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const player = usePlayer(video, url, durationSeconds, link);
  useRecordedPlay(video, url, props.recorded);
  const choice = useTrackChoice(video, tracks);
  const step = 1 / (frameRate ?? usualFrameRate);
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen?.();
  };
  useViewerKeys(frame, { ...playerKeys(player, step), f: fullScreen, ...(tracks.length > 0 && { c: choice.toggle }) });
  const { state } = player;
  if (state.failed) {
    return (
      <UnshownFile
        icon="video"
        url={url}
        title={fillText(viewer.cannotPlay, { format: format.toUpperCase() })}
        downloadUrl={downloadUrl}
        picture={picture}
        onRetry={player.retry}
      >
        {viewer.cannotPlayText}
      </UnshownFile>
    );
  }
  return (
    <>
      <div className="player" ref={frame}>
        <video
          ref={video}
          src={url}
          {...(picture && { poster: picture })}
          preload="metadata"
          playsInline
          aria-label={title}
          onClick={player.toggle}
          onDoubleClick={fullScreen}
        >
          {tracks.map((track) => (
            <track key={track.url} kind="subtitles" src={track.url} srcLang={track.language} label={track.name} />
          ))}
        </video>
        {props.overlay}
        {state.waiting && (
          <span className="player-waiting">
            <Spinner />
          </span>
        )}
        {!state.playing && state.second < 0.1 && (
          <button type="button" className="player-start" aria-label={viewer.play} onClick={player.toggle}>
            <ViewerIcon name="play" />
          </button>
        )}
        <div className="player-bar">
          <SeekBar player={player} sprite={props.sprite ?? null} />
          <PlayerControls player={player} frame={step}>
            <TrackSelect tracks={tracks} choice={choice} />
            <ViewerButton icon="fullScreen" label={viewer.fullScreen} aria-keyshortcuts="F" onClick={fullScreen} />
          </PlayerControls>
        </div>
      </div>
      {!props.withoutWaveform && <Waveform {...props} player={player} />}
    </>
  );
}
