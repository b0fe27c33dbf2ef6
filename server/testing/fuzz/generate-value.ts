import fc from 'fast-check';
import type { z } from 'zod';
import type { SeededRandom } from '../seeded-random.ts';
import { hostileNumbers, hostileTexts } from './hostile-values.ts';

export type Vocabulary = {
  /** An id that fits a field with this name. */
  idFor(name: string): string;
  /** Values known to be accepted by fields with this name. */
  wordsFor(name: string): readonly unknown[];
};
type Place = { name: string; random: SeededRandom; vocabulary: Vocabulary; depth: number };

type Definition = {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  element?: z.ZodType;
  items?: z.ZodType[];
  options?: z.ZodType[];
  values?: unknown[];
  entries?: Record<string, string | number>;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
  pattern?: RegExp;
};
type Check = { value?: number; minimum?: number; maximum?: number; length?: number; check: string; pattern?: RegExp };
type Limits = { minimum: number | undefined; maximum: number | undefined; pattern: RegExp | undefined };

export const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

export function limitsOf(schema: z.ZodType): Limits {
  const checks = (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def as unknown as Check);
  const last = (names: string[], value: (check: Check) => number | undefined) => {
    const found = checks.findLast(({ check }) => names.includes(check));
    return found && value(found);
  };
  return {
    minimum: last(
      ['min_length', 'length_equals', 'greater_than'],
      (check) => check.minimum ?? check.length ?? check.value,
    ),
    maximum: last(
      ['max_length', 'length_equals', 'less_than'],
      (check) => check.maximum ?? check.length ?? check.value,
    ),
    pattern: checks.find(({ pattern }) => pattern)?.pattern ?? definitionOf(schema).pattern,
  };
}

/**
 * Generates a value that the schema accepts as far as its declaration shows; strings are unusual but within their
 * limits.
 */
export function generateValue(schema: z.ZodType, place: Place): unknown {
  const { random } = place;
  const definition = definitionOf(schema);
  const inner = (next: z.ZodType | undefined, name = place.name) =>
    next ? generateValue(next, { ...place, name, depth: place.depth + 1 }) : undefined;
  switch (definition.type) {
    case 'object':
      return generateObject(definition.shape ?? {}, place);
    case 'optional':
      return random.chance(0.2) ? undefined : inner(definition.innerType);
    case 'nullable':
      return random.chance(0.3) ? null : inner(definition.innerType);
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return inner(definition.innerType);
    case 'array':
      return Array.from({ length: lengthWithin(limitsOf(schema), random) }, () => inner(definition.element));
    case 'tuple':
      return (definition.items ?? []).map((item) => inner(item));
    case 'record':
      return Object.fromEntries(
        Array.from({ length: random.upTo(3) }, () => [String(inner(definition.keyType)), inner(definition.valueType)]),
      );
    case 'union':
      return inner(random.one(definition.options ?? []));
    case 'enum':
      return random.one(Object.values(definition.entries ?? {}));
    case 'literal':
      return random.one(definition.values ?? []);
    case 'boolean':
      return random.chance(0.5);
    case 'number':
      return generateNumber(schema, place);
    case 'string':
      return generateText(schema, place);
    case 'pipe':
      return generatePiped(definition, place);
    case 'lazy':
      return inner(definition.getter?.());
    case 'null':
      return null;
    case 'unknown':
    case 'any':
      return random.one([...hostileTexts.slice(0, 20), 1, null, {}, []]);
    default:
      return undefined;
  }
}

function generateObject(shape: Record<string, z.ZodType>, place: Place): Record<string, unknown> {
  const entries = Object.entries(shape).flatMap(([name, field]) => {
    const isOptional = field._zod.optin === 'optional';
    if (isOptional && place.random.chance(place.depth > 3 ? 0.8 : 0.45)) return [];
    const value = generateValue(field, { ...place, name, depth: place.depth + 1 });
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Query lists are strings that a transform splits, so the parts are generated from the type after the split. */
function generatePiped({ in: before, out }: Definition, place: Place): unknown {
  const target = out && definitionOf(out);
  if (target?.type === 'array' && target.element) {
    const parts = Array.from({ length: 1 + place.random.upTo(2) }, () =>
      generateValue(target.element as z.ZodType, place),
    );
    return parts.join(',');
  }
  const source = before && definitionOf(before);
  if (source?.type === 'string' && target?.type === 'boolean') return place.random.one(['true', 'false']);
  if (source?.type === 'string' && target?.type === 'transform' && !source.format) {
    return place.random.one(['1..10', '..5', '3..', '2026-01-01..2026-12-31', '2026-11-01..', '30', '7']);
  }
  return before && generateValue(before, place);
}

function generateNumber(schema: z.ZodType, { name, random, vocabulary }: Place): number {
  const words = vocabulary.wordsFor(name).filter((word) => typeof word === 'number');
  if (words.length > 0 && random.chance(0.8)) return random.one(words);
  const { minimum = 0, maximum = 100 } = limitsOf(schema);
  const low = Math.max(minimum, -1_000);
  const inside = low + random.upTo(Math.max(0, Math.min(maximum - low, 20)));
  if (random.chance(0.85)) return inside;
  return random.one([minimum, maximum, ...hostileNumbers]);
}

function generateText(schema: z.ZodType, place: Place): string {
  const { name, random, vocabulary } = place;
  const definition = definitionOf(schema);
  const { minimum = 0, maximum = 200, pattern } = limitsOf(schema);
  switch (definition.format) {
    case 'uuid':
      return vocabulary.idFor(name);
    case 'datetime':
      return new Date(1_790_000_000_000 + (random.upTo(2_000) - 1_000) * 86_400_000).toISOString();
    case 'date':
      return new Date(1_790_000_000_000 + (random.upTo(400) - 200) * 86_400_000).toISOString().slice(0, 10);
    case 'email':
      return `person-${random.upTo(999)}@campus.test`;
  }
  const words = vocabulary.wordsFor(name).filter((word) => typeof word === 'string');
  if (words.length > 0 && random.chance(0.8)) return random.one(words);
  if (pattern)
    return fc.sample(fc.stringMatching(plainPattern(pattern)), { seed: random.upTo(2 ** 30), numRuns: 1 })[0] ?? '';
  if (/Id$/.test(name)) return vocabulary.idFor(name);
  const text = random.chance(0.6) ? `Text ${random.upTo(9_999)}` : random.one(hostileTexts.filter(isStorable));
  return (text + 'x'.repeat(Math.max(0, minimum - text.length))).slice(0, maximum).toWellFormed();
}

/**
 * The generator doesn't support some flags and lookarounds; a simple pattern replaces them, which may or may not
 * match.
 */
function plainPattern(pattern: RegExp): RegExp {
  try {
    fc.stringMatching(pattern);
    return pattern;
  } catch {
    return /^[a-z0-9-]{1,20}$/;
  }
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

function lengthWithin({ minimum = 0, maximum = 3 }: Limits, random: SeededRandom): number {
  return minimum + random.upTo(Math.max(0, Math.min(maximum - minimum, 2)));
}
