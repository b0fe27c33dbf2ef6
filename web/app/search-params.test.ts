import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './router.tsx';

describe('the search of an address', () => {
  it('is plain words', () => {
    expect(stringifySearch({ tab: 'video', page: 2, kind: ['a', 'b'], none: undefined })).toBe(
      '?tab=video&page=2&kind=a&kind=b',
    );
    expect(parseSearch('?tab=video&page=2&kind=a&kind=b')).toEqual({ tab: 'video', page: '2', kind: ['a', 'b'] });
    expect(stringifySearch({})).toBe('');
  });

  it('survives a round trip for any text', () => {
    const words = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(words, fc.oneof(words, fc.array(words, { minLength: 2 }))), (search) => {
        expect({ ...parseSearch(stringifySearch(search)) }).toEqual({ ...search });
      }),
    );
  });
});
