import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { DragContext, type Dragged, type DragRows, type DropPlace, type RowData, zoneAt } from './use-drag-row.ts';
import './drag.css';

type Props = { onDrop?: (dragged: Dragged, place: DropPlace) => void; children: ReactNode };
type Target = DropPlace & { row: RowData };
type DragState = { dragged: Dragged | null; place: Target | null };

const idle: DragState = { dragged: null, place: null };

/** Lets rows inside be dragged by pointer, within their list and between lists. */
export function DragArea({ onDrop, children }: Props) {
  const [state, setState] = useState(idle);
  const overlay = useRef<HTMLDivElement>(null);
  const pointer = useRef<Point>({ x: 0, y: 0 });
  const latest = useLatest(onDrop);
  const area = useMemo(() => {
    const rows: DragRows = new Map();
    let isTracking = false;
    const begin = (down: PointerEvent, dragged: RowData) => {
      if (isTracking) return;
      isTracking = true;
      let place: Target | null = null;
      trackDrag(down, {
        onStart: () => setState({ dragged, place }),
        onMove: (point) => {
          pointer.current = point;
          follow(overlay.current, point);
          const next = placeAt(rows, dragged, point);
          if (samePlace(place, next)) return;
          place = next;
          setState({ dragged, place });
        },
        onEnd: (dropped) => {
          isTracking = false;
          setState(idle);
          if (!dropped || !place) return;
          const { row, ...at } = place;
          if (!row.onDrop?.(dragged, at.zone)) latest.current?.(dragged, at);
        },
      });
    };
    return { rows, begin };
  }, []);
  useLayoutEffect(() => {
    if (state.dragged) follow(overlay.current, pointer.current);
  }, [state.dragged]);
  const context = useMemo(() => ({ ...area, ...state }), [area, state]);
  return (
    <DragContext value={context}>
      {children}
      {state.dragged && (
        <div ref={overlay} className="drag-overlay">
          {state.dragged.name}
        </div>
      )}
    </DragContext>
  );
}

function follow(overlay: HTMLElement | null, { x, y }: Point): void {
  if (overlay) overlay.style.translate = `${x + 12}px ${y + 12}px`;
}

/** The innermost row under the pointer that accepts the dragged item. */
function placeAt(rows: DragRows, dragged: Dragged, { x, y }: Point): Target | null {
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    const row = rows.get(element)?.current;
    if (!row) continue;
    const { top, height } = element.getBoundingClientRect();
    const zone = zoneAt(row.zones(dragged), (y - top) / height);
    if (zone) return { kind: row.kind, id: row.id, zone, row };
  }
  return null;
}

function samePlace(left: DropPlace | null, right: DropPlace | null): boolean {
  return left?.kind === right?.kind && left?.id === right?.id && left?.zone === right?.zone;
}

type DragSteps = {
  onStart: () => void;
  /** Called on every move, and when the page scrolls under a resting pointer. */
  onMove: (point: Point) => void;
  /** Always called, even for a click that never became a drag. */
  onEnd: (dropped: boolean) => void;
};
type Point = { x: number; y: number };

const startDistance = 5;
const edge = 48;
const scrollStep = 12;

/**
 * Tracks one pointer from pointerdown to release. Escape, pointercancel or the window losing focus cancels the drag.
 */
function trackDrag(down: PointerEvent, { onStart, onMove, onEnd }: DragSteps): void {
  const listening = new AbortController();
  const listen = <Type extends keyof WindowEventMap>(type: Type, run: (event: WindowEventMap[Type]) => void) =>
    window.addEventListener(type, run, { signal: listening.signal, capture: true });
  let point: Point = { x: down.clientX, y: down.clientY };
  let dragging = false;
  const start = () => {
    dragging = true;
    getSelection()?.removeAllRanges();
    onStart();
    requestAnimationFrame(scroll);
  };
  const end = (released: boolean) => {
    listening.abort();
    if (dragging) swallowNextClick();
    onEnd(released && dragging);
    dragging = false;
  };
  const scroll = () => {
    if (!dragging) return;
    if (scrollNear(point)) onMove(point);
    requestAnimationFrame(scroll);
  };
  listen('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return;
    point = { x: event.clientX, y: event.clientY };
    if (!dragging && Math.hypot(point.x - down.clientX, point.y - down.clientY) > startDistance) start();
    if (dragging) onMove(point);
  });
  listen('pointerup', (event) => event.pointerId === down.pointerId && end(true));
  listen('pointercancel', () => end(false));
  listen('blur', (event) => event.target === window && end(false));
  listen('contextmenu', (event) => dragging && event.preventDefault());
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || !dragging) return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  });
  document.addEventListener('selectstart', (event) => dragging && event.preventDefault(), {
    signal: listening.signal,
  });
}

/** The browser fires a click when a drag ends where it began. */
function swallowNextClick(): void {
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 50);
}

/** Scrolls the innermost container whose edge is near the pointer; returns whether one moved. */
function scrollNear({ x, y }: Point): boolean {
  for (let box = document.elementFromPoint(x, y); box; box = box.parentElement) {
    const isPage = box === document.scrollingElement;
    const { overflowX, overflowY } = getComputedStyle(box);
    const rect = isPage ? new DOMRect(0, 0, innerWidth, innerHeight) : box.getBoundingClientRect();
    const { scrollTop, scrollLeft } = box;
    if (isPage || /auto|scroll/.test(overflowY)) box.scrollTop += towards(y, rect.top, rect.bottom);
    if (isPage || /auto|scroll/.test(overflowX)) box.scrollLeft += towards(x, rect.left, rect.right);
    if (box.scrollTop !== scrollTop || box.scrollLeft !== scrollLeft) return true;
  }
  return false;
}

function towards(at: number, from: number, to: number): number {
  if (at < from + edge) return -scrollStep;
  return at > to - edge ? scrollStep : 0;
}
