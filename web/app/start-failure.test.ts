import { afterEach, describe, expect, it, vi } from 'vitest';
import { showStartFailure } from './start-failure.ts';

afterEach(() => vi.restoreAllMocks());

describe('a program that does not arrive', () => {
  it('is told in both languages, with a way to reload', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const root = document.createElement('div');
    showStartFailure(root);
    expect(root.querySelector('[role="alert"]')?.textContent).toMatch(/could not be loaded.*无法加载/);
    root.querySelector('button')?.click();
    expect(reload).toHaveBeenCalledOnce();
  });
});
