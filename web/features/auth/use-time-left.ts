import { useEffect, useState } from 'react';

const tickMs = 500;

/** Milliseconds until an instant, counting down; 0 when it is over or there is none. */
export function useTimeLeft(untilMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, (untilMs ?? 0) - now);
  const running = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (untilMs === undefined || !running) return;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [untilMs, running]);
  return left;
}
