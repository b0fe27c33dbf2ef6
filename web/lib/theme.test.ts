import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentLanguage } from './i18n/language.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { applyPreferences, paint } from './theme.ts';

const root = document.documentElement;

beforeEach(async () => {
  await openFreshWindow();
  document.head.innerHTML = '<meta name="theme-color" content="">';
});
afterEach(async () => {
  await applyPreferences({ theme: 'system', density: 'comfortable', language: 'en' });
  closeWindow();
});

function systemIs(dark: boolean): void {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: dark } as MediaQueryList);
}

describe('the look', () => {
  it('is dark or light as chosen, compact as chosen, and remembered for the next first paint', async () => {
    await applyPreferences({ theme: 'dark', density: 'compact' });
    expect(root.className).toBe('dark compact');
    expect(document.querySelector('meta')?.content).toBe('#0f1318');
    expect(JSON.parse(localStorage.getItem('lectern.preferences') ?? '')).toMatchObject({
      theme: 'dark',
      density: 'compact',
    });
    await applyPreferences({ theme: 'light', density: 'comfortable' });
    expect(root.className).toBe('');
    expect(document.querySelector('meta')?.content).toBe('#f6f7f9');
  });

  it('follows the system while nothing else is chosen', async () => {
    systemIs(true);
    await applyPreferences({ theme: 'system' });
    expect(root.classList.contains('dark')).toBe(true);
    systemIs(false);
    paint();
    expect(root.classList.contains('dark')).toBe(false);
  });

  it('names the language on the page and speaks it', async () => {
    await applyPreferences({ language: 'zh' });
    expect(root.lang).toBe('zh-CN');
    expect(currentLanguage()).toBe('zh');
  });

  it('keeps the last language asked for, however the texts arrive', async () => {
    await Promise.all([applyPreferences({ language: 'zh' }), applyPreferences({ language: 'en' })]);
    expect(currentLanguage()).toBe('en');
    expect(root.lang).toBe('en');
  });
});
