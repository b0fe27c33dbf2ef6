import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadAppTexts, setLanguage } from '../../lib/i18n/language.ts';
import { causeOf } from './work-words.ts';

const cause = 'The image is damaged or incomplete.';
beforeAll(() => loadAppTexts('en'));
afterEach(() => setLanguage('en'));

it('shows the engine’s cause, or that of its group', () => {
  expect(causeOf({ cause, causeCode: 'damaged' })).toBe(cause);
  expect(causeOf({ cause: null, causeCode: 'damaged' })).toBe('The file is damaged');
  expect(causeOf({ cause: null, causeCode: null })).toBeNull();
});

it('shows it in Chinese, unless only the engine knows it', async () => {
  await setLanguage('zh');
  expect(causeOf({ cause, causeCode: 'damaged' })).toBe('文件已损坏');
  expect(causeOf({ cause, causeCode: 'other' })).toBe(cause);
  expect(causeOf({ cause, causeCode: null })).toBe(cause);
});
