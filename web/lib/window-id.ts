import { randomId } from './random-id.ts';

/** Tells this window from the others of the same person, as long as it is open. In the form of a UUID. */
export const windowId = asUuid(randomId());

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
