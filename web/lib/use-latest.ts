import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A ref to the value of the latest render, for shortcuts, timers and long-lived listeners. Updated in a layout effect,
 * so that a key pressed right after a paint already sees the new value.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
