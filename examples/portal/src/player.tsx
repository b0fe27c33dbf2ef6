import { useEffect, useRef, useState } from 'react';
import { Notice } from './notices.tsx';
import { mediaAddress, type Resource } from './portal.ts';
import { type ReaderEvent, tell } from './reader-events.ts';
import { SubtitleLines } from './subtitle-lines.tsx';
import { useWatchTime } from './use-watch-time.ts';
import { languageName, partOf } from './words.ts';

/** Lets the surrounding page read and change the playback position. */
export type Playing = { positionMs: (() => number) | undefined; seek: ((ms: number) => void) | undefined };

type Props = {
  resource: Resource;
  part: { startMs: number | null; endMs: number | null; atMs: number | null };
  told: Omit<ReaderEvent, 'action'>;
  playing: Playing;
};

/** Plays a recording, or the selected part of it, with subtitles. */
export function Player({ resource, part, told, playing }: Props) {
  const { kind, renditions, subtitles, file } = resource;
  const element = useRef<HTMLVideoElement>(null);
  const [atMs, setAtMs] = useState(0);
  const [wholeWanted, setWholeWanted] = useState(false);
  const [ended, setEnded] = useState(false);
  const watched = useWatchTime(element, (positionMs, seconds) =>
    tell({ action: 'play', positionMs, seconds, ...told }),
  );
  const source =
    renditions.find((one) => one.kind === kind)?.media ??
    (/^(video|audio)\//.test(file?.contentType ?? '') ? file?.media : null);
  const address = mediaAddress(source);
  const startMs = part.startMs ?? 0;
  const endMs = wholeWanted ? null : part.endMs;
  const meant = partOf(part);

  const seek = (ms: number, play = true) => {
    const video = element.current;
    if (!video) return;
    video.currentTime = ms / 1000;
    setEnded(false);
    if (play) video.play().catch(() => undefined);
  };
  useEffect(() => {
    playing.positionMs = () => Math.round((element.current?.currentTime ?? 0) * 1000);
    playing.seek = (ms) => {
      setWholeWanted(true);
      seek(ms);
    };
  });

  if (!address) return <Notice ofPart title="This recording isn’t available" />;
  const follow = () => {
    const video = element.current;
    if (!video) return;
    const now = Math.round(video.currentTime * 1000);
    setAtMs(now);
    if (endMs === null || now < endMs || video.seeking) return;
    video.pause();
    setEnded(true);
  };
  return (
    <div className={subtitles.some(({ media }) => media) ? 'watch' : 'watch watch-alone'}>
      <div className="stage">
        {/* biome-ignore lint/a11y/useMediaCaption: it has those that the portal has */}
        <video
          ref={element}
          src={address}
          aria-label={resource.title}
          poster={mediaAddress(renditions.find((one) => one.kind === 'poster')?.media ?? resource.cover)}
          style={kind === 'audio' ? { aspectRatio: 'auto', height: 120 } : undefined}
          controls
          preload="metadata"
          onLoadedMetadata={() => seek(part.atMs ?? startMs, false)}
          onTimeUpdate={() => {
            watched.plays();
            follow();
          }}
          onPlay={() => {
            // Playing again at the end of the part restarts the part.
            if (ended && endMs !== null) seek(startMs);
          }}
          onPause={watched.pauses}
          onEnded={watched.pauses}
          onSeeking={watched.jumps}
        >
          {subtitles.map((one) => (
            <track
              key={one.id}
              kind="subtitles"
              src={mediaAddress(one.media)}
              srcLang={one.language}
              label={one.label || languageName(one.language)}
              default={one.isDefault}
            />
          ))}
        </video>
        {meant && !wholeWanted && (
          <div className="part">
            <span className="chip chip-main">Clip {meant}</span>
            {ended && <output>End of the clip</output>}
            {ended && (
              <button type="button" onClick={() => seek(startMs)}>
                Replay
              </button>
            )}
            <button
              type="button"
              onClick={() => {
                setWholeWanted(true);
                if (ended) seek(part.endMs ?? atMs);
              }}
            >
              Play the whole recording
            </button>
          </div>
        )}
      </div>
      <SubtitleLines subtitles={subtitles} atMs={atMs} onChoose={playing.seek ?? seek} />
    </div>
  );
}
