import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterDeclaration, type FilterValue, filterSchema, printFilter } from './filter.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const subset = fc.subarray(['a', 'b', 'c'], { minLength: 1 });

const cases: [FilterDeclaration, fc.Arbitrary<FilterValue>][] = [
  [{ kind: 'text' }, fc.string({ minLength: 1, maxLength: 50 }).map((text) => `x${text}x`)],
  [{ kind: 'choice', values: ['a', 'b'] }, fc.constantFrom('a', 'b')],
  [{ kind: 'many', values: ['a', 'b', 'c'] }, subset],
  [{ kind: 'range' }, fc.tuple(fc.integer(), fc.nat()).map(([min, more]) => ({ min, max: min + more }))],
  [{ kind: 'range' }, fc.integer().map((max) => ({ max }))],
  [
    { kind: 'date' },
    fc.tuple(day, day).map((days) => ({ from: [...days].sort()[0] ?? '', to: [...days].sort()[1] ?? '' })),
  ],
  [{ kind: 'date' }, day.map((from) => ({ from }))],
  [{ kind: 'person' }, fc.uuid()],
  [{ kind: 'tree', of: 'department' }, fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 5 })],
  [{ kind: 'yesNo' }, fc.boolean()],
];

describe('a filter in the address', () => {
  it.each(cases)('of kind %j survives a round trip', (declaration, values) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(filterSchema(declaration).parse(printFilter(declaration, value))).toEqual(value);
      }),
    );
  });
});
