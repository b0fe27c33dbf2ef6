import type { ReactNode } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { ViewerButton } from '../viewer-icon.tsx';
import { clock } from './clock.ts';
import { type Player, speeds } from './use-player.ts';

type Props = {
  player: Player;
  /** Seconds of one step; absent: there are no pictures to step through. */
  frame?: number;
  /** Further controls at the end. */
  children?: ReactNode;
};

/** Play, place, sound and speed; the same for pictures and for sound alone. */
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

/** The keys of a player. J and K belong to the list it was opened from. */
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
