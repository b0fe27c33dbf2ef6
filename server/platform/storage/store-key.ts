import { AppError } from '../app-error.ts';
import { newId } from '../new-id.ts';

const pattern = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Spread by the random end of the id: its beginning is the time, and would fill one folder after the other. */
export function newStoreKey(): string {
  const id = newId();
  return `${id.slice(-4, -2)}/${id.slice(-2)}/${id}`;
}

export function isStoreKey(value: string): boolean {
  return pattern.test(value);
}

/** Whatever else is asked for, no path outside the store can come of it. */
export function assertStoreKey(value: string): void {
  if (!isStoreKey(value)) throw new AppError('notFound');
}
