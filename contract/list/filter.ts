import { z } from 'zod';
import { problem } from '../input-problems.ts';

/** Trees a filter can select from, including flat lists long enough to need search. */
export type TreeName = 'department' | 'college' | 'position' | 'subject' | 'library' | 'folder' | 'column' | 'tag';

/** The kinds of filter. Each has exactly one URL format and one meaning on the server. */
export type FilterDeclaration =
  /** `exact`: the whole value must match, not just a part. */
  | { kind: 'text'; exact?: true }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'many'; values: readonly string[] }
  /** `unit` is the unit of values in the URL; people enter megabytes and minutes. */
  | { kind: 'range'; unit?: 'bytes' | 'seconds' }
  | { kind: 'date' }
  | { kind: 'person' }
  | { kind: 'tree'; of: TreeName }
  | { kind: 'yesNo' };

export type RangeValue = { min?: number; max?: number };
/** Whole days in the platform's time zone, both inclusive. */
export type DateValue = { from?: string; to?: string };

type FilterValues = {
  text: string;
  choice: string;
  many: string[];
  range: RangeValue;
  date: DateValue;
  person: string;
  tree: string[];
  yesNo: boolean;
};
export type FilterValue<D extends FilterDeclaration = FilterDeclaration> = FilterValues[D['kind']];

const number = String.raw`-?\d{1,15}(?:\.\d{1,6})?`;
const rangePattern = new RegExp(`^(${number})?\\.\\.(${number})?$`);
const datePattern = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;
const atMost = 50;

/** Parses a filter from the URL; values that don't fit the declaration are refused. */
export function filterSchema(declaration: FilterDeclaration): z.ZodType<FilterValue, string> {
  switch (declaration.kind) {
    case 'text':
      return z.string().trim().min(1).max(200);
    case 'choice':
      return z.enum(declaration.values as [string, ...string[]]);
    case 'many':
      return listOf(z.enum(declaration.values as [string, ...string[]]));
    case 'person':
      return z.uuid();
    case 'tree':
      return listOf(z.uuid());
    case 'yesNo':
      return z.enum(['yes', 'no']).transform((answer) => answer === 'yes');
    case 'range':
      return z.string().max(80).transform(parseRange);
    case 'date':
      return z.string().max(30).transform(parseDates);
  }
}

/** The inverse of `filterSchema`: formats a value for the URL. */
export function printFilter(declaration: FilterDeclaration, value: FilterValue): string {
  switch (declaration.kind) {
    case 'many':
    case 'tree':
      return (value as string[]).join(',');
    case 'yesNo':
      return value ? 'yes' : 'no';
    case 'range': {
      const { min, max } = value as RangeValue;
      return `${min ?? ''}..${max ?? ''}`;
    }
    case 'date': {
      const { from, to } = value as DateValue;
      return `${from ?? ''}..${to ?? ''}`;
    }
    default:
      return value as string;
  }
}

function listOf(item: z.ZodType<string, string>): z.ZodType<string[], string> {
  return z
    .string()
    .max(4000)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(item).min(1).max(atMost));
}

function parseRange(text: string, context: z.RefinementCtx<string>): RangeValue {
  const [, min, max] = rangePattern.exec(text) ?? [];
  const range = { ...(min && { min: Number(min) }), ...(max && { max: Number(max) }) };
  const isEmpty = min === undefined && max === undefined;
  const isBackwards = min !== undefined && max !== undefined && Number(min) > Number(max);
  if (isEmpty || isBackwards) context.addIssue({ code: 'custom', message: problem('range') });
  return range;
}

function parseDates(text: string, context: z.RefinementCtx<string>): DateValue {
  const [, from, to] = datePattern.exec(text) ?? [];
  const isDay = (day: string | undefined) => day === undefined || isCalendarDay(day);
  const isEmpty = from === undefined && to === undefined;
  const isBackwards = from !== undefined && to !== undefined && from > to;
  if (isEmpty || isBackwards || !isDay(from) || !isDay(to)) {
    context.addIssue({
      code: 'custom',
      message: problem('days'),
    });
  }
  return { ...(from && { from }), ...(to && { to }) };
}

function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
