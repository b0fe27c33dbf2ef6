import {
  type CollisionDetection,
  type DataRef,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { DragContext, type DragState } from './drag-context.ts';
import { type Dragged, type DropPlace, zoneAt } from './drag-place.ts';
import type { RowData } from './use-drag-row.ts';
import './drag.css';

type Props = { onDrop: (dragged: Dragged, place: DropPlace) => void; children: ReactNode };

const idle: DragState = { dragged: null, place: null };
/** Keys have ways of their own, which say what they did; the library's own sentences would only be in the way. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
};

/** Rows within it can be dragged by pointer, within their list and from one list to another. Escape lets go. */
export function DragArea({ onDrop, children }: Props) {
  const [state, setState] = useState(idle);
  const pointer = useRef(0);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const detect = useMemo<CollisionDetection>(
    () => (args) => {
      pointer.current = args.pointerCoordinates?.y ?? 0;
      return pointerWithin(args);
    },
    [],
  );
  const follow = ({ active, over }: Pick<DragMoveEvent, 'active' | 'over'>) => {
    const dragged = rowOf(active.data);
    const target = over ? rowOf(over.data) : undefined;
    const part = over ? (pointer.current - over.rect.top) / over.rect.height : 0;
    const zone = dragged && target ? zoneAt(target.zones(dragged), part) : undefined;
    const place = target && zone ? { kind: target.kind, id: target.id, zone } : null;
    setState((known) => (samePlace(known.place, place) ? known : { ...known, place }));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      accessibility={silent}
      onDragStart={({ active }) => setState({ dragged: rowOf(active.data) ?? null, place: null })}
      onDragMove={follow}
      onDragOver={follow}
      onDragCancel={() => setState(idle)}
      onDragEnd={() => {
        setState(idle);
        if (state.dragged && state.place) onDrop(state.dragged, state.place);
      }}
    >
      <DragContext value={state}>{children}</DragContext>
      <DragOverlay dropAnimation={null}>
        {state.dragged && <div className="drag-overlay">{state.dragged.name}</div>}
      </DragOverlay>
    </DndContext>
  );
}

function rowOf(data: DataRef): RowData | undefined {
  return data.current as RowData | undefined;
}

function samePlace(left: DropPlace | null, right: DropPlace | null): boolean {
  return left?.kind === right?.kind && left?.id === right?.id && left?.zone === right?.zone;
}
