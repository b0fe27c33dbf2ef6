import { type RefObject, useEffect, useRef } from 'react';
import { type AccessSubject, notePlay, whenLeaving } from '../../../lib/access/access-notes.ts';
import { createPlayMeter } from '../../../lib/access/play-meter.ts';

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
