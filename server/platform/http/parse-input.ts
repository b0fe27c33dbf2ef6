import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { z } from 'zod';
import { invalidInput } from '../invalid-input.ts';
import { malformed } from './failure.ts';

type RawInput = { params: unknown; query: unknown; body: unknown };

/** Validates raw input with the endpoint's schemas; unknown fields, wrong types and exceeded limits are refused. */
export function parseInput(endpoint: Endpoint, raw: RawInput): RawInput {
  return {
    params: parse(endpoint.params, raw.params ?? {}),
    query: parse(endpoint.query, raw.query ?? {}),
    body: bodyOf(endpoint, raw.body),
  };
}

function bodyOf(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.bodyForm === 'bytes') return bytesOf(body);
  if (endpoint.bodyForm === 'stream') return body;
  // Some clients send `{}` to endpoints without a body.
  if (endpoint.body instanceof z.ZodUndefined && isEmptyObject(body)) return undefined;
  return parse(endpoint.body, body ?? undefined);
}

function isEmptyObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw malformed('fileMissing');
}

function parse(schema: z.ZodType, value: unknown): unknown {
  if (!isStorable(value)) throw malformed('notStorable');
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error);
}

const deepestNesting = 32;

/**
 * PostgreSQL can't store NUL or lone surrogates, and deep nesting is refused. Checked here for all input, so no schema
 * can forget it.
 */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= deepestNesting) return false;
  return Object.entries(value).every(([name, inner]) => isText(name) && isStorable(inner, depth + 1));
}

const isText = (value: string) => !value.includes('\0') && value.isWellFormed();
