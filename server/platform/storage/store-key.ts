import { AppError } from '../app-error.ts';
import { newId } from '../new-id.ts';

const pattern = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Directories come from the random end of the id; its beginning is the time, which would fill one directory after
 * another.
 */
export function newStoreKey(): string {
  const id = newId();
  return `${id.slice(-4, -2)}/${id.slice(-2)}/${id}`;
}

export function isStoreKey(value: string): boolean {
  return pattern.test(value);
}

/** Guards against path traversal: only well-formed keys reach the store. */
export function assertStoreKey(value: string): void {
  if (!isStoreKey(value)) throw new AppError('notFound');
}
