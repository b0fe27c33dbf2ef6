import type { Library } from '@lectern/contract/features/library.ts';
import { expect, it } from 'vitest';
import { changesOf, quotaProblem, valuesOf } from './library-values.ts';

const library = {
  ...{ id: 'a', kind: 'school', name: 'School library', description: '', collegeId: null, owner: null },
  ...{
    quotaBytes: 2_500_000_000,
    usedBytes: 0,
    resources: { value: 0, exact: true },
    contributors: 'editors',
    defaultLanguage: null,
  },
  ...{ defaultLicence: 'cc_by', defaultVisibility: 'everyone', mayAdd: true, mayManage: true, version: 4 },
  processing: { convert: true, ocr: true, asr: true },
} satisfies Library;

it('sends only changed values', () => {
  const values = valuesOf(library);
  expect(values.quota).toBe('2.5');
  expect(changesOf(library, values)).toEqual({});
  const changed = { ...values, quota: '1,5', defaultLanguage: 'zh', defaultLicence: '' };
  expect(changesOf(library, changed)).toEqual({
    quotaBytes: 1_500_000_000,
    defaultLanguage: 'zh',
    defaultLicence: null,
  });
  expect(changesOf(library, { ...values, quota: '' })).toEqual({ quotaBytes: null });
});

it('sends automatic steps as a whole once one is changed', () => {
  const values = valuesOf(library);
  const processing = { convert: true, ocr: true, asr: false };
  expect(changesOf(library, { ...values, processing })).toEqual({ processing });
  expect(changesOf(library, { ...values, processing: { ...library.processing } })).toEqual({});
});

it.each(['0', '-1', 'much', '1e3', '99999999999'])('refuses %s as a size', (quota) => {
  expect(quotaProblem(quota)).toBe(true);
});
