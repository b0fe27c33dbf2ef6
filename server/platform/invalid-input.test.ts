import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput } from './invalid-input.ts';

const user = z.strictObject({ email: z.union([z.email(), z.null()]) });

function faultsOf(input: unknown): string[] {
  const { error } = user.safeParse(input);
  if (!error) throw new Error('The input is valid');
  const { fields = [] } = invalidInput(error).detailsIn('en') ?? {};
  return fields.map(({ message }) => message);
}

describe('a field that takes one of several types', () => {
  it('is required when it’s missing', () => {
    expect(faultsOf({})).toEqual(['Required']);
  });

  it('isn’t accepted when it fits none of them', () => {
    expect(faultsOf({ email: 7 })).toEqual(['Not accepted']);
  });
});
