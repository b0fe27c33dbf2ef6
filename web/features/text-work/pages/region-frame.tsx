import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { boxStyle } from '../../../components/viewers/turn-back.ts';
import { ViewerButton } from '../../../components/viewers/viewer-icon.tsx';
import type { Box } from '../../../components/viewers/viewer-link.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import './region.css';
import '../../../components/visually-hidden.css';

type Props = { box: Box; onChange: (box: Box) => void; onRun: () => void; onLeave: () => void };

const step = 0.01;
const ways: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** The region to read again, drawn over the picture by mouse or keys. */
export function RegionFrame({ box, onChange, onRun, onLeave }: Props) {
  const { region } = useTexts().textWork;
  const hint = useId();
  const frame = useRef<HTMLButtonElement>(null);
  const began = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    began.current = pointOf(event);
  };
  const draw = (event: PointerEvent) => {
    if (began.current && event.buttons === 1) onChange(boxBetween(began.current, pointOf(event)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (event.key === 'Escape') onLeave();
    else if (way) onChange(event.shiftKey ? resizeBox(box, way) : moveBox(box, way));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className="region-layer"
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={() => {
        began.current = null;
        frame.current?.focus({ preventScroll: true });
      }}
    >
      <button
        ref={frame}
        type="button"
        className="region-frame"
        style={boxStyle(box)}
        aria-label={region.frame}
        aria-describedby={hint}
        // Enter triggers a click without a pointer (`detail` 0); real clicks belong to drawing.
        onClick={({ detail }) => detail === 0 && onRun()}
        onKeyDown={onKeyDown}
      />
      <span id={hint} className="visually-hidden">
        {region.keys}
      </span>
    </div>
  );
}

/** Minimum width and height, as a share of the page. */
const least = 0.01;
const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

type Point = { x: number; y: number };

/** The box between two opposite corners, in any direction. */
export function boxBetween(from: Point, to: Point): Box {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)].map((x) => within(x, 0, 1)) as [
    number,
    number,
  ];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)].map((y) => within(y, 0, 1)) as [
    number,
    number,
  ];
  return [
    Math.min(left, 1 - least),
    Math.min(top, 1 - least),
    Math.max(least, right - left),
    Math.max(least, bottom - top),
  ];
}

export function moveBox([left, top, width, height]: Box, by: Point): Box {
  return [within(left + by.x, 0, 1 - width), within(top + by.y, 0, 1 - height), width, height];
}

export function resizeBox([left, top, width, height]: Box, by: Point): Box {
  return [left, top, within(width + by.x, least, 1 - left), within(height + by.y, least, 1 - top)];
}

/** The box with a small margin, so that nothing of a line is cut off. */
export function aroundBox([left, top, width, height]: Box): Box {
  const margin = 0.01;
  return boxBetween({ x: left - margin, y: top - margin }, { x: left + width + margin, y: top + height + margin });
}

/** The region in the format of the OCR step. */
export function regionText(box: Box): string {
  const [left, top, width, height] = box.map((value) => within(value, 0, 1));
  return [left, top, width, height].map((value) => (value ?? 0).toFixed(4)).join(',');
}

type PageToolsProps = {
  parts: readonly ReadingPart[];
  page: number;
  onPage: (page: number) => void;
  marks: boolean;
  onMarks: (marks: boolean) => void;
  /** Null when the text is read-only. */
  region: { on: boolean; onToggle: () => void } | null;
};

/** Page navigation, and toggles for the marks and the region. */
export function PageTools({ parts, page, onPage, marks, onMarks, region }: PageToolsProps) {
  const { textWork } = useTexts();
  const at = parts.findIndex(({ number }) => number === page);
  const [previous, next] = [parts[at - 1], parts[at + 1]];
  return (
    <>
      {parts.length > 1 && (
        <>
          <IconButton
            icon="chevronLeft"
            label={textWork.previousPage}
            disabled={!previous}
            onClick={() => previous && onPage(previous.number)}
          />
          <span className="text-work-position">
            {fillText(textWork.pageOf, { number: page, count: parts.at(-1)?.number ?? parts.length })}
          </span>
          <IconButton
            icon="chevronRight"
            label={textWork.nextPage}
            disabled={!next}
            onClick={() => next && onPage(next.number)}
          />
          <span className="viewer-bar-line" />
        </>
      )}
      {region && (
        <ViewerButton icon="crop" label={textWork.region.begin} aria-pressed={region.on} onClick={region.onToggle} />
      )}
      <ViewerButton icon="boxes" label={textWork.boxes} aria-pressed={marks} onClick={() => onMarks(!marks)} />
    </>
  );
}
