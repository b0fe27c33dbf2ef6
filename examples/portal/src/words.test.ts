import { describe, expect, it } from 'vitest';
import { licenceName } from './words.ts';

describe('the name of a licence', () => {
  it('is what readers know it by', () => {
    expect(['cc0', 'cc_by', 'cc_by_nc_sa', 'own', 'all_rights_reserved'].map(licenceName)).toEqual([
      'CC0',
      'CC BY',
      'CC BY-NC-SA',
      'Own work',
      'All rights reserved',
    ]);
  });
});
