import { type PointerEvent, type ReactNode, useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { ViewerButton } from '../viewer-icon.tsx';
import { clock } from './clock.ts';
import { type Sprite, tileAt } from './sprite.ts';
import { type Player, speeds } from './use-player.ts';

type Props = {
  player: Player;
  /** Duration of one frame in seconds; absent for audio. */
  frame?: number;
  /** Extra controls at the end. */
  children?: ReactNode;
};

/** Play, position, volume and speed controls, shared by video and audio. */
export function PlayerControls({ player, frame, children }: Props) {
  const { viewer } = useTexts();
  const { state } = player;
  return (
    <div className="player-controls">
      <ViewerButton
        icon={state.playing ? 'pause' : 'play'}
        label={state.playing ? viewer.pause : viewer.play}
        aria-keyshortcuts="Space"
        onClick={player.toggle}
      />
      {frame !== undefined && (
        <>
          <ViewerButton
            icon="back"
            label={viewer.frameBack}
            aria-keyshortcuts=","
            onClick={() => player.step(-frame)}
          />
          <ViewerButton
            icon="forward"
            label={viewer.frameForward}
            aria-keyshortcuts="."
            onClick={() => player.step(frame)}
          />
        </>
      )}
      <span className="player-time">
        {clock(state.second, frame !== undefined && !state.playing)} / {clock(state.duration)}
      </span>
      <span className="viewer-bar-space" />
      <ViewerButton
        icon={state.muted ? 'muted' : 'sound'}
        label={state.muted ? viewer.unmute : viewer.mute}
        aria-keyshortcuts="M"
        onClick={player.mute}
      />
      <input
        type="range"
        className="player-volume"
        aria-label={viewer.volume}
        min={0}
        max={1}
        step={0.05}
        value={state.muted ? 0 : state.volume}
        onChange={(event) => player.setVolume(Number(event.target.value))}
      />
      <select
        className="player-speed"
        aria-label={viewer.speed}
        value={String(state.speed)}
        onChange={(event) => player.setSpeed(Number(event.target.value))}
      >
        {speeds.map((speed) => (
          <option key={speed} value={String(speed)}>
            {fillText(viewer.times, { speed })}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}

/** Keyboard shortcuts of a player. J and K are left to list navigation. */
export function playerKeys(player: Player, frame?: number): Record<string, () => void> {
  return {
    ' ': player.toggle,
    arrowleft: () => player.skip(-5),
    arrowright: () => player.skip(5),
    'shift+arrowleft': () => player.skip(-30),
    'shift+arrowright': () => player.skip(30),
    arrowup: () => player.setVolume(player.state.volume + 0.1),
    arrowdown: () => player.setVolume(player.state.volume - 0.1),
    home: () => player.seek(0),
    end: () => player.seek(player.state.duration),
    m: player.mute,
    '<': () => player.faster(-1),
    '>': () => player.faster(1),
    ...(frame !== undefined && { ',': () => player.step(-frame), '.': () => player.step(frame) }),
  };
}

/** Seek slider, with a preview of the video frame on hover. */
export function SeekBar({ player, sprite }: { player: Player; sprite?: Sprite | null }) {
  const { viewer } = useTexts();
  const [pointed, setPointed] = useState<{ share: number; width: number } | null>(null);
  const { second, duration } = player.state;
  const share = duration > 0 ? (second / duration) * 100 : 0;
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setPointed({ share: Math.min(1, Math.max(0, (event.clientX - left) / width)), width });
  };
  return (
    <div className="player-seek-frame" onPointerMove={point} onPointerLeave={() => setPointed(null)}>
      {pointed && duration > 0 && <Preview {...pointed} duration={duration} sprite={sprite ?? null} />}
      <input
        type="range"
        className="player-seek"
        style={{ '--share': `${share}%` } as React.CSSProperties}
        aria-label={viewer.position}
        aria-valuetext={fillText(viewer.positionOf, { at: clock(second), end: clock(duration) })}
        min={0}
        max={duration || 1}
        step="any"
        value={second}
        onChange={(event) => player.seek(Number(event.target.value))}
        // The player's arrow keys skip by seconds; prevent the slider's own step of a thousandth.
        onKeyDown={(event) => /^Arrow/.test(event.key) && event.preventDefault()}
      />
    </div>
  );
}

type PreviewProps = { share: number; width: number; duration: number; sprite: Sprite | null };

function Preview({ share, width, duration, sprite }: PreviewProps) {
  const second = share * duration;
  const tile = sprite && tileAt(sprite, second);
  const half = sprite ? sprite.tileWidth / 2 : 24;
  return (
    <div
      className="player-preview"
      style={{ left: Math.min(Math.max(share * width, half), Math.max(half, width - half)) }}
    >
      {sprite && tile && (
        <i
          style={{
            width: sprite.tileWidth,
            height: sprite.tileHeight,
            background: `url("${sprite.url}") -${tile.x}px -${tile.y}px`,
          }}
        />
      )}
      {clock(second)}
    </div>
  );
}
