import { useDraggable, useDroppable } from '@dnd-kit/core';
import { type DragEvent, use, useCallback } from 'react';
import { DragContext } from './drag-context.ts';
import type { Dragged, Zone } from './drag-place.ts';

export type RowData = Dragged & {
  /** Where something may be put, seen from this row; nothing: not here. */
  zones: (dragged: Dragged) => readonly Zone[];
};

/** A row that can be dragged, and that others can be dragged to. */
export function useDragRow(data: RowData, { fixed = false }: { fixed?: boolean } = {}) {
  const id = `${data.kind}:${data.id}`;
  const { dragged, place } = use(DragContext);
  const { setNodeRef: setDrag, listeners } = useDraggable({ id, data, disabled: fixed });
  const { setNodeRef: setDrop } = useDroppable({ id, data });
  const ref = useCallback(
    (element: HTMLElement | null) => {
      setDrag(element);
      setDrop(element);
    },
    [setDrag, setDrop],
  );
  const isOver = place?.kind === data.kind && place.id === data.id;
  return {
    ref,
    handlers: {
      ...listeners,
      // Links and pictures would be dragged by the browser.
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
    marks: {
      'data-dragged': (dragged?.kind === data.kind && dragged.id === data.id) || undefined,
      'data-drop': isOver ? place.zone : undefined,
    },
  };
}
