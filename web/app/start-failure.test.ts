import { afterEach, describe, expect, it, vi } from 'vitest';
import { showStartFailure } from './start-failure.ts';

afterEach(() => vi.restoreAllMocks());

describe('an app that fails to load', () => {
  it('explains itself in both languages and offers to reload', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const root = document.createElement('div');
    showStartFailure(root);
    expect(root.querySelector('[role="alert"]')?.textContent).toMatch(/couldn’t be loaded.*加载失败/);
    root.querySelector('button')?.click();
    expect(reload).toHaveBeenCalledOnce();
  });
});
