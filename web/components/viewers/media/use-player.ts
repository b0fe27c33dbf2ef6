import { type RefObject, useEffect, useRef, useState } from 'react';
import { freshToken } from '../../../lib/session-renewal.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import type { ViewerLink } from '../viewer-link.ts';

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3] as const;

type PlayerState = {
  playing: boolean;
  waiting: boolean;
  second: number;
  duration: number;
  volume: number;
  muted: boolean;
  speed: number;
  failed: boolean;
};
const atRest: PlayerState = {
  playing: false,
  waiting: false,
  second: 0,
  duration: 0,
  volume: 1,
  muted: false,
  speed: 1,
  failed: false,
};

/** State and commands of a media element; the browser's element stays the source of truth. */
export function usePlayer(
  media: RefObject<HTMLMediaElement | null>,
  url: string,
  knownDuration: number | null,
  link: ViewerLink,
) {
  const [state, setState] = useState<PlayerState>({ ...atRest, duration: knownDuration ?? 0 });
  const [tries, setTries] = useState(0);
  const renewed = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file or attempt starts over
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    renewed.current = false;
    const read = () => {
      const { currentTime, duration, paused, volume, muted, playbackRate, error, readyState } = element;
      const failed = error !== null && renewed.current;
      setState((known) => ({
        playing: !paused,
        waiting: !paused && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
        second: currentTime,
        duration: shownDuration(duration, knownDuration) ?? known.duration,
        volume,
        muted,
        speed: playbackRate,
        failed,
      }));
      link.place.set({ page: null, second: currentTime });
      if (!error) return;
      if (renewed.current) return;
      // The file needs the session cookie, which may have expired while paused: renew it and try once more.
      renewed.current = true;
      const playing = !paused;
      void freshToken()
        .catch(() => null)
        .then(() => {
          element.load();
          element.currentTime = currentTime;
          if (playing) void element.play().catch(() => undefined);
        });
    };
    // Browsers keep showing the blurrier poster until playback moves, so seek a little to show the first frame.
    const onFirstFrame = () => {
      if (element.currentTime === 0) element.currentTime = 0.001;
    };
    element.addEventListener('loadeddata', onFirstFrame, { once: true });
    const onPlaying = () => {
      renewed.current = false;
    };
    const events = ['timeupdate', 'durationchange', 'play', 'pause', 'waiting', 'playing', 'seeked', 'volumechange'];
    const more = ['ratechange', 'ended', 'error', 'loadedmetadata', 'canplay'];
    for (const name of [...events, ...more]) element.addEventListener(name, read);
    element.addEventListener('playing', onPlaying);
    return () => {
      for (const name of [...events, ...more]) element.removeEventListener(name, read);
      element.removeEventListener('playing', onPlaying);
      element.removeEventListener('loadeddata', onFirstFrame);
    };
  }, [media, link, url, tries]);

  const seek = (second: number) => {
    const element = media.current;
    if (!element) return;
    const end = Number.isFinite(element.duration) ? element.duration : state.duration;
    element.currentTime = Math.min(Math.max(0, second), end || 0);
    setState((known) => ({ ...known, second: element.currentTime }));
  };
  const latestSeek = useLatest(seek);
  useEffect(
    () =>
      link.follow(({ second }) => {
        const element = media.current;
        if (second === undefined || second === null || !element) return;
        // Before metadata is loaded, the browser remembers the position; our seek would clamp it to an unknown
        // duration.
        if (element.readyState === 0) element.currentTime = second;
        else latestSeek.current(second);
      }),
    [link, media],
  );

  const change = (work: (element: HTMLMediaElement) => void) => {
    if (media.current) work(media.current);
  };
  const setSpeed = (speed: number) =>
    change((element) => {
      element.playbackRate = speed;
    });
  return {
    state,
    seek,
    /** Starts over with a new element after a failure. */
    retry: () => {
      setState((known) => ({ ...known, failed: false }));
      setTries(tries + 1);
    },
    toggle: () =>
      change((element) => {
        if (element.paused) void element.play().catch(() => undefined);
        else element.pause();
      }),
    step: (by: number) =>
      change((element) => {
        element.pause();
        seek(element.currentTime + by);
      }),
    skip: (by: number) => change((element) => seek(element.currentTime + by)),
    setSpeed,
    faster: (by: 1 | -1) => {
      const at = speeds.findIndex((speed) => speed >= (media.current?.playbackRate ?? 1));
      setSpeed(speeds[Math.min(Math.max(0, at + by), speeds.length - 1)] ?? 1);
    },
    mute: () =>
      change((element) => {
        element.muted = !element.muted;
      }),
    setVolume: (volume: number) =>
      change((element) => {
        element.volume = Math.min(Math.max(0, volume), 1);
        element.muted = volume <= 0;
      }),
  };
}
export type Player = ReturnType<typeof usePlayer>;

/** The browser's duration, or the measured one where both differ by rounding, because the details page shows that. */
function shownDuration(played: number, measured: number | null): number | null {
  if (!Number.isFinite(played) || played <= 0) return null;
  return measured !== null && Math.abs(played - measured) < 1 ? measured : played;
}
