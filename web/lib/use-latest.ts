import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * What was drawn last, for keys, timers and listeners that stay. It changes with the drawing itself: a key pressed as
 * soon as something is on screen finds it, and not what was there before.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
