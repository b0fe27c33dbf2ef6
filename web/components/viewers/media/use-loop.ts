import { useEffect, useState } from 'react';
import type { ViewerLink } from '../viewer-link.ts';

export type Span = { from: number; to: number };

/**
 * Longest step in seconds of normal playback: players report several times a second, at up to triple speed. Anything
 * longer is a jump.
 */
const longestStep = 2;

/** What to do after playback moved from one second to the next; `left` means the user seeked elsewhere. */
export function afterStep({ from, to }: Span, before: number, now: number): 'on' | 'again' | 'left' {
  const isStep = now >= before && now - before <= longestStep;
  if (isStep) return before <= to && now >= to ? 'again' : 'on';
  return now < from - longestStep || now > to + longestStep ? 'left' : 'on';
}

/** Repeats a section until the user seeks elsewhere. */
export function useLoop(link: ViewerLink, span: Span | null) {
  const [on, setOn] = useState(true);
  const { from, to } = span ?? { from: 0, to: 0 };
  const loops = on && span !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new loop range restarts playback
  useEffect(() => setOn(true), [from, to]);
  useEffect(() => {
    if (!loops) return;
    let before: number | null = null;
    return link.place.subscribe(() => {
      const { second } = link.place.get();
      if (second === null) return;
      const next = before === null ? 'on' : afterStep({ from, to }, before, second);
      before = next === 'again' ? from : second;
      if (next === 'again') link.goTo({ ...link.mark.get(), second: from });
      else if (next === 'left') setOn(false);
    });
  }, [link, loops, from, to]);
  return { on: loops, toggle: () => setOn(!on) };
}
