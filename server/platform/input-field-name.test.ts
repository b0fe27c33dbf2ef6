import { endpoints } from '@lectern/contract/endpoints.ts';
import { expect, it } from 'vitest';
import { inputFieldName, ofField } from './input-field-name.ts';

it('names a problem’s field in the reader’s language', () => {
  expect(ofField('password', 'Required', 'en')).toBe('Password: Required');
  expect(ofField('department', '必填', 'zh')).toBe('部门：必填');
  expect(ofField(null, '必填', 'zh')).toBe('必填');
});

it('leaves a field that has no name out of Chinese sentences', () => {
  expect(ofField('digest', 'Required', 'en')).toBe('Digest: Required');
  expect(ofField('digest', '必填', 'zh')).toBe('必填');
});

it('has a Chinese name for nearly every field that people fill in', () => {
  const fields = endpoints
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ body }) => (body && 'shape' in body ? Object.keys(body.shape as object) : []));
  const named = fields.filter((field) => inputFieldName(field, 'zh') !== null);
  expect(named.length / fields.length).toBeGreaterThan(0.85);
});
