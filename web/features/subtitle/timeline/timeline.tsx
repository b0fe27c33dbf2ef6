import type { Rendition } from '@lectern/contract/features/reading.ts';
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { clock } from '../../../components/viewers/media/clock.ts';
import { ViewerButton } from '../../../components/viewers/viewer-icon.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { goTo } from '../../../components/workbench/line-keys.ts';
import { setTimes } from '../../../components/workbench/model/edits.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useDesk } from '../editor/desk-context.ts';
import { moveCue, moveEdge } from '../model/cue-edits.ts';
import { drawn, type Grip, heldAt, magnetsOf, msAt, type Scale, snapped, usualZoom, zooms } from './timeline-scale.ts';
import { type Picture, useSoundPeaks, useTimelineDrawing } from './use-timeline-drawing.ts';
import './timeline.css';

type Props = {
  link: ViewerLink;
  durationMs: number;
  peaks: { url: string; facts: Rendition['facts'] } | null;
  ref: Ref<HTMLElement>;
};

const nudgeMs = 100;

/** Waveform and cues along the time axis; cues can be moved and resized by pointer or keys. */
export function Timeline({ link, durationMs, peaks: file, ref }: Props) {
  const { subtitle } = useTexts();
  const { number } = useFormat();
  const bench = useWorkbench();
  const { work, readOnly } = bench;
  const { checks } = useDesk();
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const moved = useRef<Picture['moved']>(null);
  const [zoom, setZoom] = useState(usualZoom);
  const pixelsPerSecond = zooms[zoom] ?? 1;
  const peaks = useSoundPeaks(file?.url ?? null, file?.facts.perSecond);
  const { draw, scaleOf } = useTimelineDrawing({ scroller, canvas, pixelsPerSecond, peaks, checks, moved });
  usePlayhead({ link, scroller, pixelsPerSecond, draw });
  const seek = (ms: number) => link.goTo({ second: Math.max(0, ms / 1_000) });
  const drag = useCueDrag({ moved, scaleOf, draw, seek });
  const chosen = useSyncExternalStore(work.caret.subscribe, () => work.caret.get()?.key ?? null);
  const index = useSyncExternalStore(work.state.subscribe, () => (chosen === null ? -1 : work.indexOf(chosen)));
  const line = useSyncExternalStore(work.state.subscribe, () => work.state.get().lines[index]);

  // Scrolls the chosen cue into view.
  useEffect(() => {
    const element = scroller.current;
    if (!element || line?.startMs === undefined) return;
    const x = (line.startMs / 1_000) * pixelsPerSecond;
    if (x < element.scrollLeft || x > element.scrollLeft + element.clientWidth - 40)
      element.scrollLeft = Math.max(0, x - 80);
  }, [line?.startMs, pixelsPerSecond]);

  const enlarge = (by: 1 | -1) => {
    const next = Math.min(Math.max(0, zoom + by), zooms.length - 1);
    const [element, scale] = [scroller.current, zooms[next] ?? 1];
    if (!element || next === zoom) return;
    // Keeps the middle of the view in place.
    const middle = (element.scrollLeft + element.clientWidth / 2) / pixelsPerSecond;
    setZoom(next);
    requestAnimationFrame(() => {
      element.scrollLeft = Math.max(0, middle * scale - element.clientWidth / 2);
      draw();
    });
  };
  const choose = (by: 1 | -1) => {
    const { lines } = work.state.get();
    const next = lines[index < 0 ? 0 : index + by];
    if (!next) return;
    work.go({ key: next.key, from: 0, to: 0 }, 'time');
    bench.show(next, 0);
  };
  const move = (event: KeyboardEvent, by: number) => {
    if (!line || readOnly) return;
    const ms = by * nudgeMs;
    if (event.shiftKey) moveEdge(work, line, 'end', ms);
    else if (event.ctrlKey || event.metaKey) moveEdge(work, line, 'start', ms);
    else moveCue(work, line, ms);
  };
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    arrowleft: (event) => move(event, -1),
    arrowright: (event) => move(event, 1),
    arrowup: () => choose(-1),
    arrowdown: () => choose(1),
    enter: () => line && goTo(bench, { key: line.key, from: 0, to: 0 }),
    escape: () => drag.cancel(),
    '+': () => enlarge(1),
    '=': () => enlarge(1),
    '-': () => enlarge(-1),
    ' ': () => {
      const sound = bench.media();
      if (sound?.paused) void sound.play().catch(() => undefined);
      else sound?.pause();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = event.altKey ? undefined : keys[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run(event);
  };
  /** Puts the caret in the cue's time, so that moving the cue doesn't jump back to its text. */
  const stay = () => {
    const place = work.here();
    if (place) work.go(place, 'time');
  };
  const at = (ms: number | undefined) => clock((ms ?? 0) / 1_000, true);
  return (
    <div className="timeline">
      <div className="timeline-tools">
        <ViewerButton
          icon="zoomIn"
          label={subtitle.timeline.zoomIn}
          disabled={zoom === zooms.length - 1}
          onClick={() => enlarge(1)}
        />
        <ViewerButton
          icon="zoomOut"
          label={subtitle.timeline.zoomOut}
          disabled={zoom === 0}
          onClick={() => enlarge(-1)}
        />
      </div>
      <section
        ref={ref}
        role="application"
        aria-label={subtitle.timeline.label}
        aria-description={subtitle.timeline.hint}
        title={subtitle.timeline.hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move cues
        tabIndex={0}
        className="timeline-view"
        onFocus={stay}
        onKeyDown={onKeyDown}
      >
        <div className="timeline-scroller" ref={scroller}>
          <div className="timeline-length" style={{ width: (durationMs / 1_000) * pixelsPerSecond }}>
            <canvas ref={canvas} style={{ cursor: drag.cursor }} {...drag.handlers} />
          </div>
        </div>
      </section>
      <p className="visually-hidden" role="status">
        {line &&
          fillText(subtitle.timeline.chosen, {
            number: number(index + 1),
            start: at(line.startMs),
            end: at(line.endMs),
          })}
      </p>
    </div>
  );
}

type Options = {
  link: ViewerLink;
  scroller: RefObject<HTMLElement | null>;
  pixelsPerSecond: number;
  draw: () => void;
};

/** Follows the player: every frame during playback, and after each seek. */
function usePlayhead({ link, scroller, pixelsPerSecond, draw }: Options): void {
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

type Drag = { key: number; grip: Grip; fromX: number; startMs: number; endMs: number; far: boolean };
/** Pixels; a smaller movement counts as a click. */
const leastMove = 3;
const nearPixels = 7;

type UseCueDragOptions = {
  moved: RefObject<Picture['moved']>;
  scaleOf: () => Scale;
  draw: () => void;
  seek: (ms: number) => void;
};

/** Moves and resizes cues by pointer; the text changes on release, as one undo step. */
function useCueDrag({ moved, scaleOf, draw, seek }: UseCueDragOptions) {
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
    /** Cancels the drag without changes; returns whether one was in progress. */
    cancel() {
      const held = drag.current !== null;
      end();
      return held;
    },
  };
}
