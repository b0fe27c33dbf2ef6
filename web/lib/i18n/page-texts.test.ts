import { expect, it, vi } from 'vitest';

it('what single pages say comes when the first of them asks, and stays with every language from then on', async () => {
  vi.resetModules();
  const { dictionary, loadAppTexts, loadPageTexts, setLanguage } = await import('./language.ts');
  await loadAppTexts('en');
  expect(dictionary.get().texts?.words).toBeDefined();
  expect(dictionary.get().texts?.health).toBeUndefined();
  await loadPageTexts();
  expect(dictionary.get().texts?.health.title).toBe('Health');
  await setLanguage('zh');
  expect(dictionary.get().texts?.health.title).not.toBe('Health');
  expect(dictionary.get().texts?.words).toBeDefined();
});
