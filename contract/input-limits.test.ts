import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { largestInteger } from './integer.ts';

/** Fields stored as bigint or only compared: sizes, and row numbers of tables that grow for years. */
const wideFields = [
  'body.files.sizeBytes',
  'body.quotaBytes',
  'body.settings.maxFileBytes',
  'body.settings.languageModelMonthlyTokens',
  'params.activityId',
  'query.expires',
];
const wideIn: Readonly<Record<string, readonly string[]>> = {
  'query.before': endpoints.map(({ id }) => id).filter((id) => id.endsWith('.listActivity')),
  'query.after': ['accessRecord.newer'],
  'params.id': ['audit.get', 'accessRecord.visit'],
  // The step's own schema judges them.
  'body.options': ['work.runStep'],
  // Fractions of a page, stored as JSON.
  'body.content.outline.place.box': ['summary.edit'],
  'body.parts.content.outline.place.box': ['summary.putDraft'],
};

type NumberSchema = z.ZodNumber & { _zod: { def: { type: string; checks?: { _zod: { def: { check: string } } }[] } } };

/** Every number in an endpoint's input, with its path. */
function numbersIn(schema: z.ZodType, path: string): { path: string; schema: NumberSchema }[] {
  const definition = schema._zod.def as unknown as Record<string, unknown> & { type: string };
  if (definition.type === 'number') return [{ path, schema: schema as NumberSchema }];
  if (definition.type === 'object') {
    return Object.entries(definition.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      numbersIn(field, `${path}.${name}`),
    );
  }
  return Object.values(definition)
    .flat()
    .filter(
      (inner): inner is z.ZodType => typeof inner === 'object' && inner !== null && '_zod' in inner && 'parse' in inner,
    )
    .flatMap((inner) => numbersIn(inner, path));
}

const isLimited = ({ minValue, maxValue }: NumberSchema) =>
  (minValue ?? Number.NEGATIVE_INFINITY) >= -largestInteger - 1 &&
  (maxValue ?? Number.POSITIVE_INFINITY) <= largestInteger;

/** True for fields such as `size` that take one of a few values. */
const isChosen = ({ _zod }: NumberSchema) => (_zod.def.checks ?? []).some((check) => check._zod.def.check === 'custom');

function inputsOf({ params, query, body }: Endpoint) {
  return [...numbersIn(params, 'params'), ...numbersIn(query, 'query'), ...numbersIn(body, 'body')];
}

describe('numbers in the input of a call', () => {
  it('stay within PostgreSQL’s integer, unless their column is wider', () => {
    const beyond = endpoints.flatMap((endpoint) =>
      inputsOf(endpoint)
        .filter(({ schema }) => !isLimited(schema) && !isChosen(schema))
        .filter(({ path }) => !wideFields.includes(path) && !wideIn[path]?.includes(endpoint.id))
        .map(({ path }) => `${endpoint.id} ${path}`),
    );
    expect(beyond).toEqual([]);
  });

  it('are really seen', () => {
    expect(endpoints.flatMap(inputsOf).length).toBeGreaterThan(300);
  });
});
