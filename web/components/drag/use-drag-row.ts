import { createContext, type DragEvent, type PointerEvent, type RefObject, use, useCallback } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

export type RowData = Dragged & {
  /** Where the dragged item may be dropped relative to this row; empty when it may not. */
  zones: (dragged: Dragged) => readonly Zone[];
  /** Handles a drop and returns true; false passes it on to the drag area. */
  onDrop?: (dragged: Dragged, zone: Zone) => boolean;
};
export type DragRows = Map<Element, RefObject<RowData>>;

/** A row that can be dragged and accept drops. `fixed`: it only accepts drops. */
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
      // Prevents the browser's native dragging of links and images.
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
  /** The item being dragged; `place` is where it would be dropped. */
  dragged: Dragged | null;
  place: DropPlace | null;
};

export const DragContext = createContext<DragContextValue>({
  rows: new Map(),
  begin: () => undefined,
  dragged: null,
  place: null,
});

/** Drop position relative to the row under the pointer. */
export type Zone = 'before' | 'inside' | 'after';

/** The item being dragged; `kind` identifies its list. */
export type Dragged = { kind: string; id: string; name: string };
export type DropPlace = { kind: string; id: string; zone: Zone };

/** The drop zone at a relative height (0 to 1) within a row: the edges mean beside it, the middle means into it. */
export function zoneAt(zones: readonly Zone[], part: number): Zone | undefined {
  const beside = zones.filter((zone) => zone !== 'inside');
  if (beside.length === 0) return zones[0];
  const edge = zones.includes('inside') ? 0.28 : 0.5;
  if (part < edge && zones.includes('before')) return 'before';
  if (part >= 1 - edge && zones.includes('after')) return 'after';
  return zones.includes('inside') ? 'inside' : beside[0];
}
