import { type RefObject, useEffect } from 'react';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';

type Options = {
  link: ViewerLink;
  scroller: RefObject<HTMLElement | null>;
  pixelsPerSecond: number;
  draw: () => void;
};

/** Follows the player: frame by frame while it plays, and to where it was sent. */
export function usePlayhead({ link, scroller, pixelsPerSecond, draw }: Options): void {
  const { media } = useWorkbench();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const [sound, element] = [media(), scroller.current];
      draw();
      if (!sound || !element) return;
      const x = sound.currentTime * pixelsPerSecond;
      const { scrollLeft, clientWidth } = element;
      const margin = Math.min(80, clientWidth / 6);
      if (x < scrollLeft || x > scrollLeft + clientWidth - margin) element.scrollLeft = Math.max(0, x - margin);
      cancelAnimationFrame(frame);
      if (!sound.paused) frame = requestAnimationFrame(look);
    };
    look();
    const stop = link.place.subscribe(look);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [link, media, scroller, pixelsPerSecond, draw]);
}
