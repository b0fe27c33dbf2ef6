import { z } from 'zod';
import { invalidField } from '../../platform/app-error.ts';

/** The sort key, as printed by the database, and the id of a page’s last row. */
export type PortalCursor = { key: string; id: string };

const schema = z.tuple([z.string().max(40), z.string().max(100), z.uuid()]);

export function printPortalCursor(list: string, { key, id }: PortalCursor): string {
  return Buffer.from(JSON.stringify([list, key, id])).toString('base64url');
}

/** `isKey` validates the key before it is used in a query. */
export function parsePortalCursor(
  list: string,
  text: string | undefined,
  isKey: (key: string) => boolean,
): PortalCursor | undefined {
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(readJson(text));
  if (!parsed.success || parsed.data[0] !== list || !isKey(parsed.data[1])) throw strayCursor();
  return { key: parsed.data[1], id: parsed.data[2] };
}

function strayCursor() {
  return invalidField('cursor', 'cursorStale');
}

/** An instant as PostgreSQL prints it. */
export function isInstantKey(key: string): boolean {
  return /^\d{4,5}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/.test(key);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
