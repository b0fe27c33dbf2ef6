import type { Endpoint } from '@lectern/contract/endpoint.ts';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';

type RawInput = { params: unknown; query: unknown; body: unknown };

/** Parses what came over the wire by the endpoint's schemas; unknown fields, wrong types and limits are all refused. */
export function parseInput(endpoint: Endpoint, raw: RawInput): RawInput {
  return {
    params: parse(endpoint.params, raw.params ?? {}),
    query: parse(endpoint.query, raw.query ?? {}),
    body: bodyOf(endpoint, raw.body),
  };
}

function bodyOf(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.bodyForm === 'bytes') return bytesOf(body);
  return endpoint.bodyForm === 'stream' ? body : parse(endpoint.body, body ?? undefined);
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new AppError('malformedRequest', { params: { reason: 'the file is missing' } });
}

function parse(schema: z.ZodType, value: unknown): unknown {
  if (!isStorable(value)) {
    throw new AppError('malformedRequest', { params: { reason: 'it holds a NUL character or is nested too deeply' } });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 20).map((issue) => ({
    path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.'),
    message: issue.code === 'unrecognized_keys' ? 'unknown field' : issue.message,
  }));
  const reason = fields.map((field) => (field.path ? `${field.path}: ${field.message}` : field.message)).join('; ');
  throw new AppError('invalidInput', { params: { reason: reason.slice(0, 500) }, details: { fields } });
}

const deepestNesting = 32;

/** PostgreSQL keeps every character but NUL, and nobody types it; nothing we take is nested like a bomb. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= deepestNesting) return false;
  return Object.entries(value).every(([name, inner]) => !name.includes('\0') && isStorable(inner, depth + 1));
}
