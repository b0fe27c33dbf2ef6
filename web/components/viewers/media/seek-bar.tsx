import { type PointerEvent, useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { clock } from './clock.ts';
import { type Sprite, tileAt } from './sprite.ts';
import type { Player } from './use-player.ts';

/** The place in the whole, to drag; over it, what is to be seen there. */
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
        // Arrows step by seconds, as everywhere in the player; the slider itself would go by thousandths.
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
