import type { KeyboardEvent } from 'react';

export const itemSelector = '[role^="menuitem"]:not([aria-disabled="true"])';

/** Where a key leads within a menu: arrows and Home and End move, a letter jumps. */
export function itemFor(event: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'ArrowDown' || event.key === 'ArrowRight') return items[(at + 1) % items.length];
  if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') return items[(at - 1 + items.length) % items.length];
  if (event.key === 'Home') return items[0];
  if (event.key === 'End') return items.at(-1);
  if (event.key.length !== 1 || event.key === ' ') return undefined;
  const letter = event.key.toLowerCase();
  return [...items.slice(at + 1), ...items].find((item) => item.textContent?.trim().toLowerCase().startsWith(letter));
}
