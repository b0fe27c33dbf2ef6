import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { setTimes } from '../../../components/workbench/model/edits.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import type { Picture } from './draw-timeline.ts';
import { drawn, type Grip, heldAt, magnetsOf, msAt, type Scale, snapped } from './timeline-scale.ts';

type Drag = { key: number; grip: Grip; fromX: number; startMs: number; endMs: number; far: boolean };
/** A hand trembles: less is a click. */
const leastMove = 3;
const nearPixels = 7;

type Options = {
  moved: RefObject<Picture['moved']>;
  scaleOf: () => Scale;
  draw: () => void;
  seek: (ms: number) => void;
};

/** Cues are moved and stretched with the pointer; the text follows once it lets go, as one step. */
export function useCueDrag({ moved, scaleOf, draw, seek }: Options) {
  const { work, readOnly, media } = useWorkbench();
  const drag = useRef<Drag | null>(null);
  const [cursor, setCursor] = useState('');
  const xIn = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const heldBy = (event: PointerEvent<HTMLElement>) =>
    heldAt(work.state.get().lines, scaleOf(), xIn(event), work.caret.get()?.key ?? null);
  const point = (event: PointerEvent<HTMLElement>) => {
    const held = readOnly ? null : heldBy(event);
    setCursor(held ? (held.grip === 'whole' ? 'grab' : 'ew-resize') : '');
  };
  const pull = (event: PointerEvent<HTMLElement>, { key, grip, fromX, startMs, endMs }: Drag) => {
    const { pixelsPerSecond } = scaleOf();
    const msOf = (pixels: number) => (pixels / pixelsPerSecond) * 1_000;
    const free = drawn({ startMs, endMs }, grip, msOf(xIn(event) - fromX));
    const { lines } = work.state.get();
    const magnets = magnetsOf(lines, work.indexOf(key), (media()?.currentTime ?? 0) * 1_000);
    moved.current = { key, ...(event.altKey ? free : snapped(free, grip, magnets, msOf(nearPixels))) };
    draw();
  };
  const end = () => {
    drag.current = null;
    moved.current = null;
    draw();
  };
  return {
    cursor,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        const held = heldBy(event);
        const line = held && work.lineOf(held.key);
        if (!line) return seek(msAt(scaleOf(), xIn(event)));
        event.currentTarget.setPointerCapture(event.pointerId);
        work.go({ key: line.key, from: 0, to: 0 }, 'time');
        const { startMs = 0, endMs = 0 } = line;
        drag.current = { key: line.key, grip: held.grip, fromX: xIn(event), startMs, endMs, far: false };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const known = drag.current;
        if (!known) return point(event);
        known.far ||= Math.abs(xIn(event) - known.fromX) >= leastMove;
        if (known.far && !readOnly) pull(event, known);
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const [known, times] = [drag.current, moved.current];
        end();
        if (known && !known.far) seek(msAt(scaleOf(), xIn(event)));
        if (times) setTimes(work, times.key, times.startMs, times.endMs);
      },
      onPointerCancel: end,
    },
    /** Lets go without having moved anything; says whether something was held. */
    cancel() {
      const held = drag.current !== null;
      end();
      return held;
    },
  };
}
