import { randomId } from './random-id.ts';

const place = 'window';

/**
 * A UUID for this window. A reload keeps it, so that edit locks are regained at once; it is stored only while the page
 * unloads, so that a duplicated tab doesn't inherit it.
 */
export const windowId = taken() ?? asUuid(randomId());

window.addEventListener('pagehide', () => tryTo(() => sessionStorage.setItem(place, windowId)));
window.addEventListener('pageshow', () => tryTo(() => sessionStorage.removeItem(place)));

function taken(): string | null {
  const kept = tryTo(() => sessionStorage.getItem(place)) ?? null;
  tryTo(() => sessionStorage.removeItem(place));
  return kept !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(kept) ? kept : null;
}

/** Without session storage, each load counts as a new window. */
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
