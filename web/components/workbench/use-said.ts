import { useEffect, useState } from 'react';
import { createStore, type Store } from '../../lib/store.ts';
import type { ViewerLink } from '../viewers/viewer-link.ts';
import { lineAtTime } from './model/line-at-time.ts';
import type { TextWork } from './model/text-work.ts';
import { placeSaidAt } from './model/word-places.ts';
import type { Said } from './workbench-context.ts';

/** What is being said, word by word. A player tells its place a few times a second; in between it is looked at. */
export function useSaid(work: TextWork, link: ViewerLink, media: () => HTMLMediaElement | null): Store<Said | null> {
  const [said] = useState(() => createStore<Said | null>(null));
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const sound = media();
      const second = sound ? sound.currentTime : link.place.get().second;
      const next = second === null ? null : saidAt(work, second * 1_000);
      const known = said.get();
      const same = next?.key === known?.key && next?.from === known?.from && next?.to === known?.to;
      if (!same) said.set(next);
      cancelAnimationFrame(frame);
      if (sound && !sound.paused) frame = requestAnimationFrame(look);
    };
    const stops = [link.place.subscribe(look), work.state.subscribe(look)];
    return () => {
      for (const stop of stops) stop();
      cancelAnimationFrame(frame);
    };
  }, [work, link, media, said]);
  return said;
}

export function saidAt(work: TextWork, ms: number): Said | null {
  const { lines } = work.state.get();
  const line = lines[lineAtTime(lines, ms)];
  if (line?.startMs === undefined) return null;
  const word = ms <= (line.endMs ?? ms) ? placeSaidAt(line, ms) : undefined;
  return { key: line.key, from: word?.from ?? 0, to: word?.to ?? 0 };
}
