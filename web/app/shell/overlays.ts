import { createStore } from '../../lib/store.ts';

/** Overlays on the page. Only one is open at a time, and shortcuts, menus and the palette can open any. */
type Overlay = 'palette' | 'shortcuts' | 'operations' | 'notifications' | 'drawer';

export const overlay = createStore<Overlay | null>(null);

export function openOverlay(name: Overlay): void {
  overlay.set(name);
}

export function toggleOverlay(name: Overlay): void {
  overlay.update((open) => (open === name ? null : name));
}

/** Does nothing if another overlay has replaced it in the meantime. */
export function closeOverlay(name: Overlay): void {
  overlay.update((open) => (open === name ? null : open));
}
