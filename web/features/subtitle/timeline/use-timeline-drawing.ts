import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import type { CueChecks } from '../model/cue-checks.ts';
import { type Colours, drawTimeline, type Picture, type SoundPeaks, timelineHeight } from './draw-timeline.ts';
import type { Scale } from './timeline-scale.ts';

type Options = {
  scroller: RefObject<HTMLElement | null>;
  canvas: RefObject<HTMLCanvasElement | null>;
  pixelsPerSecond: number;
  peaks: SoundPeaks | null;
  checks: CueChecks;
  moved: RefObject<Picture['moved']>;
};

/** Draws once a frame at most, when something in it is another: text, place, size, theme. Outside of React. */
export function useTimelineDrawing({ scroller, canvas, pixelsPerSecond, peaks, checks, moved }: Options) {
  const { work, media, said } = useWorkbench();
  const frame = useRef(0);
  const scaleOf = useCallback((): Scale => {
    const element = scroller.current;
    return { pixelsPerSecond, left: element?.scrollLeft ?? 0, width: element?.clientWidth ?? 0 };
  }, [scroller, pixelsPerSecond]);
  const paint = useCallback(() => {
    const [element, board] = [scroller.current, canvas.current];
    const context = board?.getContext('2d');
    if (!element || !board || !context) return;
    const scale = scaleOf();
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(scale.width * ratio), Math.round(timelineHeight * ratio)];
    if (board.width !== width || board.height !== height) {
      board.width = width;
      board.height = height;
      board.style.width = `${scale.width}px`;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawTimeline(context, {
      scale,
      lines: work.state.get().lines,
      peaks,
      chosen: work.caret.get()?.key ?? null,
      moved: moved.current,
      isWrong: (key) => checks.of(key).length > 0,
      playMs: (media()?.currentTime ?? 0) * 1_000,
      ...coloursOf(board),
    });
  }, [scroller, canvas, scaleOf, work, media, peaks, checks, moved]);
  const draw = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(paint);
  }, [paint]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    draw();
    const size = new ResizeObserver(draw);
    size.observe(element);
    element.addEventListener('scroll', draw, { passive: true });
    // The theme is a class: chosen by hand, or followed from the system.
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ['class'] });
    const stops = [work.state, work.caret, checks.changes, said].map((store) => store.subscribe(draw));
    return () => {
      size.disconnect();
      theme.disconnect();
      element.removeEventListener('scroll', draw);
      for (const stop of stops) stop();
      cancelAnimationFrame(frame.current);
    };
  }, [scroller, work, checks, said, draw]);
  return { draw, scaleOf };
}

const names: Record<keyof Colours, string> = {
  text: '--timeline-text',
  quiet: '--timeline-quiet',
  line: '--timeline-line',
  surface: '--timeline-surface',
  cue: '--timeline-cue',
  chosen: '--timeline-chosen',
  wave: '--timeline-wave',
  warn: '--timeline-warn',
  now: '--timeline-now',
};

/** The colours of the theme, which a canvas does not know by itself. */
function coloursOf(element: HTMLElement): { colours: Colours; font: string } {
  const style = getComputedStyle(element);
  const entries = Object.entries(names).map(([name, property]) => [name, style.getPropertyValue(property).trim()]);
  return { colours: Object.fromEntries(entries) as Colours, font: style.fontFamily || 'sans-serif' };
}
