import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadAppTexts, setLanguage } from '../../lib/i18n/language.ts';
import { causeOf } from './work-words.ts';

const cause = 'The image is damaged or incomplete.';
beforeAll(() => loadAppTexts('en'));
afterEach(() => setLanguage('en'));

it('tells the cause of one piece of work as its engine says it, and by its group where the engine says nothing', () => {
  expect(causeOf({ cause, causeCode: 'damaged' })).toBe(cause);
  expect(causeOf({ cause: null, causeCode: 'damaged' })).toBe('The file is damaged');
  expect(causeOf({ cause: null, causeCode: null })).toBeNull();
});

it('tells it in Chinese to who reads Chinese, unless only the engine knows what it was', async () => {
  await setLanguage('zh');
  expect(causeOf({ cause, causeCode: 'damaged' })).toBe('文件已损坏');
  expect(causeOf({ cause, causeCode: 'other' })).toBe(cause);
  expect(causeOf({ cause, causeCode: null })).toBe(cause);
});
