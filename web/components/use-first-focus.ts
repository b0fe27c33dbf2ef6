import { type RefObject, useEffect, useRef } from 'react';

/** A page that was opened to write on begins in the first field of this part of it. */
export function useFirstFocus<Part extends HTMLElement>(wanted: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: later the focus is where people put it
  useEffect(() => {
    if (wanted) part.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
  }, []);
  return part;
}
