import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { clock } from '../../../components/viewers/media/clock.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import type { CueChecks } from '../model/cue-checks.ts';
import { msAt, type Scale, xOf } from './timeline-scale.ts';

type Options = {
  scroller: RefObject<HTMLElement | null>;
  canvas: RefObject<HTMLCanvasElement | null>;
  pixelsPerSecond: number;
  peaks: SoundPeaks | null;
  checks: CueChecks;
  moved: RefObject<Picture['moved']>;
};

/** Redraws outside React, at most once per frame, when text, playhead, size or theme change. */
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
    // The theme is a class on the root element, whether chosen by hand or following the system.
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

/** Theme colours; a canvas doesn't inherit CSS variables. */
function coloursOf(element: HTMLElement): { colours: Colours; font: string } {
  const style = getComputedStyle(element);
  const entries = Object.entries(names).map(([name, property]) => [name, style.getPropertyValue(property).trim()]);
  return { colours: Object.fromEntries(entries) as Colours, font: style.fontFamily || 'sans-serif' };
}

const timelineHeight = 116;
const rulerHeight = 18;
const cueTop = 42;
const cueHeight = timelineHeight - cueTop - 8;

type Colours = Record<'text' | 'quiet' | 'line' | 'surface' | 'cue' | 'chosen' | 'wave' | 'warn' | 'now', string>;

export type Picture = {
  scale: Scale;
  lines: readonly WorkLine[];
  peaks: SoundPeaks | null;
  chosen: number | null;
  /** Times of the cue being dragged, not yet in the text. */
  moved: { key: number; startMs: number; endMs: number } | null;
  isWrong: (key: number) => boolean;
  playMs: number;
  font: string;
  colours: Colours;
};

/** Draws only what is visible. */
function drawTimeline(canvas: CanvasRenderingContext2D, picture: Picture): void {
  const { scale, colours } = picture;
  canvas.clearRect(0, 0, scale.width, timelineHeight);
  drawRuler(canvas, picture);
  drawWave(canvas, picture);
  const from = msAt(scale, 0);
  const to = msAt(scale, scale.width);
  for (const line of picture.lines) {
    const { startMs = 0, endMs = 0 } = picture.moved?.key === line.key ? picture.moved : line;
    if (endMs >= from && startMs <= to) drawCue(canvas, picture, line, startMs, endMs);
  }
  const now = Math.round(xOf(scale, picture.playMs));
  canvas.fillStyle = colours.now;
  canvas.fillRect(now, 0, 2, timelineHeight);
}

/** Seconds between ruler marks; the first step is used that leaves room for the labels. */
const steps = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];
const leastGap = 70;

function drawRuler(canvas: CanvasRenderingContext2D, { scale, colours, font }: Picture): void {
  const step = steps.find((seconds) => seconds * scale.pixelsPerSecond >= leastGap) ?? 600;
  canvas.font = `11px ${font}`;
  canvas.textBaseline = 'top';
  const first = Math.floor(msAt(scale, 0) / 1_000 / step) * step;
  for (let second = first; xOf(scale, second * 1_000) < scale.width; second += step) {
    const x = Math.round(xOf(scale, second * 1_000));
    canvas.fillStyle = colours.line;
    canvas.fillRect(x, 0, 1, timelineHeight);
    canvas.fillStyle = colours.quiet;
    canvas.fillText(clock(second, step < 1), x + 4, 3);
  }
}

const barStep = 3;
const barWidth = 2;

function drawWave(canvas: CanvasRenderingContext2D, { scale, peaks, colours }: Picture): void {
  if (!peaks) return;
  const middle = rulerHeight + (timelineHeight - rulerHeight) / 2;
  const room = timelineHeight - rulerHeight - 12;
  canvas.fillStyle = colours.wave;
  // Aligned with the scroll position, so that bars keep their place in time.
  const start = -(scale.left % barStep);
  for (let x = start; x < scale.width; x += barStep) {
    const from = Math.floor((msAt(scale, x) / 1_000) * peaks.perSecond);
    const to = Math.max(from + 1, Math.ceil((msAt(scale, x + barStep) / 1_000) * peaks.perSecond));
    let peak = 0;
    for (let at = Math.max(0, from); at < to; at += 1) peak = Math.max(peak, peaks.values[at] ?? 0);
    const height = Math.max(1, (peak / peaks.loudest) * room);
    canvas.fillRect(x, middle - height / 2, barWidth, height);
  }
}

function drawCue(
  canvas: CanvasRenderingContext2D,
  { scale, chosen, isWrong, colours, font }: Picture,
  line: WorkLine,
  startMs: number,
  endMs: number,
): void {
  const x = xOf(scale, startMs);
  const width = Math.max(2, xOf(scale, endMs) - x);
  const isChosen = line.key === chosen;
  canvas.fillStyle = isChosen ? colours.chosen : colours.cue;
  canvas.strokeStyle = isChosen ? colours.now : isWrong(line.key) ? colours.warn : colours.quiet;
  canvas.lineWidth = isChosen ? 2 : 1;
  canvas.beginPath();
  canvas.roundRect(x + 0.5, cueTop, width - 1, cueHeight, 4);
  canvas.fill();
  canvas.stroke();
  if (isWrong(line.key)) {
    canvas.fillStyle = colours.warn;
    canvas.fillRect(x + 1, cueTop + cueHeight - 3, width - 2, 3);
  }
  if (width < 24) return;
  canvas.save();
  canvas.beginPath();
  canvas.rect(x + 5, cueTop, width - 10, cueHeight);
  canvas.clip();
  canvas.fillStyle = colours.text;
  canvas.font = `12px ${font}`;
  canvas.textBaseline = 'top';
  for (const [at, text] of line.text.split('\n').slice(0, 3).entries())
    canvas.fillText(text, x + 7, cueTop + 6 + at * 17);
  canvas.restore();
}

/** Loudness from 0 to 255, `perSecond` values per second. */
type SoundPeaks = { perSecond: number; values: Uint8Array; loudest: number };

/** Full-resolution peaks; null until they have loaded, or when there are none. */
export function useSoundPeaks(url: string | null, perSecond: unknown): SoundPeaks | null {
  const [peaks, setPeaks] = useState<SoundPeaks | null>(null);
  useEffect(() => {
    if (!url || typeof perSecond !== 'number' || perSecond <= 0) return;
    const abort = new AbortController();
    const read = async () => {
      const answer = await fetch(url, { signal: abort.signal });
      if (!answer.ok) return;
      const values = new Uint8Array(await answer.arrayBuffer());
      const loudest = values.reduce((most, value) => Math.max(most, value), 1);
      if (!abort.signal.aborted) setPeaks({ perSecond, values, loudest });
    };
    // Cues can be edited without the waveform, so errors are ignored.
    read().catch(() => undefined);
    return () => abort.abort();
  }, [url, perSecond]);
  return peaks;
}
