import { createContext } from 'react';
import type { Dragged, DropPlace } from './drag-place.ts';

/** What is dragged right now, and where it would go. */
export type DragState = { dragged: Dragged | null; place: DropPlace | null };

export const DragContext = createContext<DragState>({ dragged: null, place: null });
