// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { areasSaidIn, importsOf, unloadedAreas } from '../testing/text-areas.ts';

it('what single pages say comes by area when the first of them asks, and stays with every language from then on', async () => {
  vi.resetModules();
  const { dictionary, loadAppTexts, loadPageTexts, setLanguage } = await import('./language.ts');
  await loadAppTexts('en');
  expect(dictionary.get().texts?.words).toBeDefined();
  expect(dictionary.get().texts?.health).toBeUndefined();
  await loadPageTexts('health');
  expect(dictionary.get().texts?.health.title).toBe('Health');
  expect(dictionary.get().texts?.mail).toBeUndefined();
  await setLanguage('zh');
  expect(dictionary.get().texts?.health.title).not.toBe('Health');
  expect(dictionary.get().texts?.words).toBeDefined();
  expect(dictionary.get().texts?.mail).toBeUndefined();
});

it('areas that two pages ask for at the same time are all there for both', async () => {
  vi.resetModules();
  const { dictionary, loadAppTexts, loadPageTexts } = await import('./language.ts');
  await loadAppTexts('en');
  await Promise.all([loadPageTexts('task', 'mail'), loadPageTexts('audit')]);
  expect(Object.keys(dictionary.get().texts ?? {})).toEqual(expect.arrayContaining(['task', 'mail', 'audit']));
});

it('an area that does not arrive fails its page alone, and is asked for again with it', async () => {
  vi.resetModules();
  let broken = true;
  vi.doMock('../../../contract/messages/en/task.ts', async (original) => {
    if (broken) throw new Error('cut');
    return original();
  });
  const { dictionary, loadAppTexts, loadPageTexts, setLanguage } = await import('./language.ts');
  await loadAppTexts('en');
  await expect(loadPageTexts('task')).rejects.toThrow();
  await loadPageTexts('audit');
  await setLanguage('zh');
  expect(dictionary.get().texts?.audit).toBeDefined();
  broken = false;
  vi.doUnmock('../../../contract/messages/en/task.ts');
  await loadPageTexts('task');
  expect(dictionary.get().texts?.task).toBeDefined();
});

it('every page and every part that comes later names the areas of which it speaks', () => {
  const pages = importsOf('app/pages.ts').later;
  expect(pages.find(({ file }) => file.endsWith('/mail-page.tsx'))?.areas).toEqual(['mail']);
  expect(areasSaidIn('features/mail/compose/mail-composer.tsx')).toContain('mail');
  expect(unloadedAreas('features/mail/mail-page.tsx', []).length).toBeGreaterThan(5);
  expect(unloadedAreas('app/bootstrap.tsx', [])).toEqual([]);
});

it('no page fetches texts of which it never speaks', () => {
  const idle = importsOf('app/pages.ts').later.flatMap(({ file, areas }) => {
    const spoken = unloadedAreas(file, []).join();
    // Colleges, departments and positions share their dialogs, which use the texts of the kind they are opened for.
    const needed = file.includes('/organisation/') ? `${spoken} college department position` : spoken;
    return areas.filter((area) => !new RegExp(`\\b${area}\\b`).test(needed)).map((area) => `${area} in ${file}`);
  });
  expect(idle).toEqual([]);
});
