import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseAccount } from './account-name.ts';

it('has one spelling for case, width and blanks around', () => {
  for (const typed of ['Mei.Lin', ' mei.lin\n', 'ＭＥＩ.ＬＩＮ', '\u3000mei.lin']) {
    expect(normaliseAccount(typed)).toBe('mei.lin');
  }
});

it('changes nothing more when it is applied again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const once = normaliseAccount(typed);
      expect(normaliseAccount(once)).toBe(once);
    }),
  );
});

it('leaves nothing that the database could not hold', () => {
  expect(normaliseAccount('a\0b')).toBe('a\ufffdb');
});
