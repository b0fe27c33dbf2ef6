import { createContext, type DragEvent, type PointerEvent, type RefObject, use, useCallback } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

export type RowData = Dragged & {
  /** Where something may be put, seen from this row; nothing: not here. */
  zones: (dragged: Dragged) => readonly Zone[];
  /** Takes what is put here, and says whether it did; else the area around it is told. */
  onDrop?: (dragged: Dragged, zone: Zone) => boolean;
};
export type DragRows = Map<Element, RefObject<RowData>>;

/** A row that can be dragged, and that others can be dragged to. `fixed`: others alone can be dragged, to it. */
export function useDragRow(data: RowData, { fixed = false }: { fixed?: boolean } = {}) {
  const { rows, begin, dragged, place } = use(DragContext);
  const latest = useLatest(data);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      rows.set(element, latest);
      return () => void rows.delete(element);
    },
    [rows],
  );
  const isOver = place?.kind === data.kind && place.id === data.id;
  return {
    ref,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const isMain = event.isPrimary && event.button === 0;
        const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
        if (!fixed && isMain && !isTyping) begin(event.nativeEvent, data);
      },
      // The browser would drag links and pictures.
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
    marks: {
      'data-dragged': (dragged?.kind === data.kind && dragged.id === data.id) || undefined,
      'data-drop': isOver ? place.zone : undefined,
    },
  };
}

type DragContextValue = {
  rows: DragRows;
  begin: (down: globalThis.PointerEvent, dragged: RowData) => void;
  /** What is dragged right now, and where it would go. */
  dragged: Dragged | null;
  place: DropPlace | null;
};

export const DragContext = createContext<DragContextValue>({
  rows: new Map(),
  begin: () => undefined,
  dragged: null,
  place: null,
});

/** Where something is let go, seen from the row that is under the pointer. */
export type Zone = 'before' | 'inside' | 'after';

/** What is being dragged: `kind` tells the lists of a page apart. */
export type Dragged = { kind: string; id: string; name: string };
export type DropPlace = { kind: string; id: string; zone: Zone };

/** The zone at a height within a row, of those that the row offers. Edges mean beside it, the middle means into it. */
export function zoneAt(zones: readonly Zone[], part: number): Zone | undefined {
  const beside = zones.filter((zone) => zone !== 'inside');
  if (beside.length === 0) return zones[0];
  const edge = zones.includes('inside') ? 0.28 : 0.5;
  if (part < edge && zones.includes('before')) return 'before';
  if (part >= 1 - edge && zones.includes('after')) return 'after';
  return zones.includes('inside') ? 'inside' : beside[0];
}
