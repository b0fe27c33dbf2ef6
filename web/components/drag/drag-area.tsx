import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { type Dragged, type DropPlace, zoneAt } from './drag-place.ts';
import { type Point, trackDrag } from './drag-pointer.ts';
import { DragContext, type DragRows, type RowData } from './use-drag-row.ts';
import './drag.css';

type Props = { onDrop?: (dragged: Dragged, place: DropPlace) => void; children: ReactNode };
type Target = DropPlace & { row: RowData };
type DragState = { dragged: Dragged | null; place: Target | null };

const idle: DragState = { dragged: null, place: null };

/** Rows within it can be dragged by pointer, within their list and from one list to another. */
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

/** The innermost row under the pointer that offers a zone there. */
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
