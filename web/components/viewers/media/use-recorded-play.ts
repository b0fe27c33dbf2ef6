import { type RefObject, useEffect, useRef } from 'react';
import { type AccessSubject, notePlay, whenLeaving } from '../../../lib/access/access-notes.ts';

const events = ['timeupdate', 'play', 'playing', 'pause', 'seeking', 'seeked', 'ratechange', 'ended', 'waiting'];

/** Records how much of the media is actually played; not used in editors. */
export function useRecordedPlay(
  media: RefObject<HTMLMediaElement | null>,
  url: string,
  subject: AccessSubject | undefined,
): void {
  const latest = useRef(subject);
  useEffect(() => {
    latest.current = subject;
  });
  const recorded = subject !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file needs a new element
  useEffect(() => {
    const element = media.current;
    if (!element || !recorded) return;
    const hold = holdPlaying();
    const meter = createPlayMeter(
      () => performance.now(),
      (stretch) => latest.current && notePlay(latest.current, stretch),
    );
    const look = () => {
      const playing = !element.paused && !element.ended;
      hold.want(playing);
      // Audio also counts while the window is hidden; video doesn't.
      const shown = element instanceof HTMLAudioElement || document.visibilityState === 'visible';
      meter.look({
        second: element.currentTime,
        playing,
        speed: element.playbackRate,
        watched: hold.held() && shown && !element.seeking,
      });
    };
    for (const name of events) element.addEventListener(name, look);
    document.addEventListener('visibilitychange', look);
    const stop = whenLeaving(() => {
      look();
      meter.close();
    });
    return () => {
      for (const name of events) element.removeEventListener(name, look);
      document.removeEventListener('visibilitychange', look);
      stop();
      meter.close();
      hold.want(false);
    };
  }, [media, url, recorded]);
}

/** A viewer watches one thing at a time, so only one of several playing windows counts. */
function holdPlaying(locks: LockManager | undefined = navigator.locks) {
  let wanted: AbortController | null = null;
  let release: (() => void) | null = null;
  let held = false;

  const ask = (controller: AbortController) => {
    const request = locks?.request('lectern.playing', { signal: controller.signal }, () => {
      if (wanted !== controller) return;
      held = true;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    request?.catch(() => undefined);
  };

  return {
    want(playing: boolean): void {
      if (playing === (wanted !== null)) return;
      if (playing) {
        wanted = new AbortController();
        // Without TLS browsers have no `navigator.locks`; then every playing window counts.
        if (locks) ask(wanted);
        else held = true;
        return;
      }
      if (!held) wanted?.abort();
      wanted = null;
      held = false;
      release?.();
      release = null;
    },
    held: () => held,
  };
}

/** State of a player at one moment. */
export type PlayInstant = {
  /** Playback position in seconds. */
  second: number;
  playing: boolean;
  /** Playback rate: 2 is twice as fast. */
  speed: number;
  /** Whether someone can be watching; false for video in a hidden window. */
  watched: boolean;
};

export type Stretch = { positionMs: number; seconds: number };

/** Shorter stretches, in seconds, are accidental and ignored. */
const shortest = 1;
/** Longer stretches, in seconds, are reported in pieces, so a crash loses little. */
const longest = 300;
/** Seconds the player may run ahead of the clock between two samples before it counts as a jump. */
const slack = 0.75;

/**
 * Measures how much is really played. A stretch ends at a pause, jump or end, and never exceeds the time elapsed or
 * the length played.
 */
export function createPlayMeter(now: () => number, tell: (stretch: Stretch) => void) {
  let last: (PlayInstant & { at: number }) | null = null;
  let played = 0;
  let end = 0;

  const close = () => {
    if (played >= shortest) {
      tell({ positionMs: Math.round(end * 1000), seconds: Math.round(played * 10) / 10 });
    }
    played = 0;
  };

  return {
    /** Samples the player; call it often while playing and on every change. */
    look(instant: PlayInstant): void {
      const at = now() / 1000;
      if (last?.playing && last.watched) {
        const passed = Math.max(0, at - last.at);
        const moved = instant.second - last.second;
        const jumped = moved < 0 || moved > passed * Math.max(last.speed, instant.speed) + slack;
        if (jumped) close();
        else {
          played += Math.min(passed, moved);
          end = instant.second;
        }
      }
      if (played >= longest || !instant.playing || !instant.watched) close();
      last = { ...instant, at };
    },
    /** Reports the current stretch; playback may continue with a new one. */
    close,
  };
}
