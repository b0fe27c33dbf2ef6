import { createStore } from '../../lib/store.ts';

/** What lies over the page. One at a time, and openable from anywhere: keys, menus and the palette. */
type Overlay = 'palette' | 'shortcuts' | 'operations' | 'notifications' | 'drawer';

export const overlay = createStore<Overlay | null>(null);

export function openOverlay(name: Overlay): void {
  overlay.set(name);
}

export function toggleOverlay(name: Overlay): void {
  overlay.update((open) => (open === name ? null : name));
}

/** Leaves another overlay alone that took its place in the meantime. */
export function closeOverlay(name: Overlay): void {
  overlay.update((open) => (open === name ? null : open));
}
