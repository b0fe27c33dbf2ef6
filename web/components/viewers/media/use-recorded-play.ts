import { type RefObject, useEffect, useRef } from 'react';
import { type AccessSubject, notePlay, whenLeaving } from '../../../lib/access/access-notes.ts';

const events = ['timeupdate', 'play', 'playing', 'pause', 'seeking', 'seeked', 'ratechange', 'ended', 'waiting'];

/** Notes how much of the media is really played, where it is shown to be looked at and not to be worked on. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is another element
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
      // A recording is heard from a hidden window as well; a video is not seen there.
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

/** One person watches one thing at a time: of several windows that play, one at a time counts. */
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
        // Served without TLS, a browser has no locks; nothing is lost but this distinction.
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

/** What a player shows at one instant. */
export type PlayInstant = {
  /** Where it stands, in seconds. */
  second: number;
  playing: boolean;
  /** 2 for twice as fast. */
  speed: number;
  /** Whether someone can be watching: a hidden window shows nobody a video. */
  watched: boolean;
};

export type Stretch = { positionMs: number; seconds: number };

/** Shorter ones are a slip of the hand. */
const shortest = 1;
/** A long one is told in pieces, so that little is lost with a crash. */
const longest = 300;
/** How far a player may run ahead of the clock between two looks before it must have jumped. */
const slack = 0.75;

/**
 * Measures how much of something is really played. A stretch runs from a start or a jump to the next pause, jump or end;
 * it never has more seconds than went by, nor more than were played.
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
    /** Tells what the player shows now: often while it plays, and whenever it changes. */
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
    /** What was played so far is told, and playing may go on. */
    close,
  };
}
