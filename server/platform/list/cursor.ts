import { z } from 'zod';
import { invalidField } from '../app-error.ts';

/** Where a page ends: the sort it belongs to, the way one walks on, and the last row's sort key and id. */
export type Cursor = { sort: string; way: 'next' | 'previous'; key: string; id: string };

const ids = { uuid: z.uuid(), bigint: z.string().regex(/^\d{1,18}$/) } as const;
const schemaFor = (idType: keyof typeof ids) =>
  z.tuple([z.string().max(60), z.enum(['next', 'previous']), z.string().max(600), ids[idType]]);
const schemas = { uuid: schemaFor('uuid'), bigint: schemaFor('bigint') };

export function printCursor({ sort, way, key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, way, key, id])).toString('base64url');
}

export function parseCursor(text: string, sort: string, idType: keyof typeof ids = 'uuid'): Cursor {
  const parsed = schemas[idType].safeParse(readJson(text));
  if (!parsed.success || parsed.data[0] !== sort) throw invalidField('cursor', 'cursorStale');
  const [, way, key, id] = parsed.data;
  return { sort, way, key, id };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
