import { randomId } from './random-id.ts';

const place = 'window';

/**
 * Tells this window from the others of the same person, in the form of a UUID. A window that is reloaded is the same
 * one, and has its edit locks back at once. It is kept only while the page is away, so that a copy of the window, which
 * gets a copy of what is kept, is another one.
 */
export const windowId = taken() ?? asUuid(randomId());

window.addEventListener('pagehide', () => tryTo(() => sessionStorage.setItem(place, windowId)));
window.addEventListener('pageshow', () => tryTo(() => sessionStorage.removeItem(place)));

function taken(): string | null {
  const kept = tryTo(() => sessionStorage.getItem(place)) ?? null;
  tryTo(() => sessionStorage.removeItem(place));
  return kept !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(kept) ? kept : null;
}

/** Where nothing may be kept, each load is a window of its own. */
function tryTo<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function asUuid(hex: string): string {
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
