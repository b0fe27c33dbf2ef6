import { type RefObject, useEffect, useRef } from 'react';
import { WatchTime } from './watch-time.ts';

/** Reporting interval; a reader whose device is closed abruptly loses at most this much watch time. */
const toldSeconds = 15;

/** Counts real watch time and reports it periodically, on pause and when the page is left. */
export function useWatchTime(
  element: RefObject<HTMLMediaElement | null>,
  report: (positionMs: number, seconds: number) => void,
) {
  const time = useRef(new WatchTime());
  const last = useRef({ position: 0, report });
  useEffect(() => {
    last.current.report = report;
  });

  const give = () => {
    const seconds = time.current.take();
    if (seconds > 0) last.current.report(Math.round(last.current.position * 1000), seconds);
  };
  const latest = useRef(give);
  useEffect(() => {
    const leave = () => latest.current();
    const hide = () => document.visibilityState === 'hidden' && leave();
    // The capture phase runs before the event queue's own listener sends everything off.
    document.addEventListener('visibilitychange', hide, { capture: true });
    return () => {
      document.removeEventListener('visibilitychange', hide, { capture: true });
      leave();
    };
  }, []);

  const plays = () => {
    const media = element.current;
    if (!media || media.seeking) return;
    time.current.plays(media.currentTime, media.playbackRate);
    last.current.position = media.currentTime;
    if (media.paused) time.current.stops();
    if (time.current.seconds >= toldSeconds) give();
  };
  return {
    plays,
    pauses: () => {
      plays();
      time.current.stops();
      give();
    },
    jumps: () => time.current.stops(),
  };
}
