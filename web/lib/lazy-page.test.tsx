import { chunkLoadTimeoutMs } from '@lectern/contract/constants.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPage } from './lazy-page.tsx';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';

beforeEach(async () => {
  await openFreshWindow();
  vi.useFakeTimers();
});
afterEach(closeWindow);

const Shown = () => <p>The page</p>;
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

describe('a lazily loaded page', () => {
  it('appears once its code is there', async () => {
    const Page = lazyPage(async () => Shown);
    render(<Page />);
    await settle();
    expect(screen.getByText('The page')).toBeTruthy();
  });

  it('times out after 120 seconds, with Try again and Reload', async () => {
    expect(chunkLoadTimeoutMs).toBe(120_000);
    const Page = lazyPage(() => new Promise(() => undefined));
    render(<Page />);
    await act(() => vi.advanceTimersByTimeAsync(chunkLoadTimeoutMs - 1));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('alert').textContent).toContain('within 120 seconds');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  });

  it('can be tried again after a script or style sheet failed to arrive', async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch module')).mockResolvedValue(Shown);
    const Page = lazyPage(load);
    render(<Page />);
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('This page couldn’t be loaded');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.getByText('The page')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('reloads the window on demand', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const Page = lazyPage(() => Promise.reject(new Error('gone')));
    render(<Page />);
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
  });

  it('is loaded again when someone returns after a failure', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('cut')).mockResolvedValue(Shown);
    const Page = lazyPage(load);
    const first = render(<Page />);
    await settle();
    first.unmount();
    render(<Page />);
    await settle();
    expect(screen.getByText('The page')).toBeTruthy();
  });

  it('is fetched once, however often it is asked for', async () => {
    const load = vi.fn(async () => Shown);
    const Page = lazyPage(load);
    await Promise.all([Page.preload(), Page.preload()]);
    render(<Page />);
    expect(screen.getByText('The page')).toBeTruthy();
    expect(load).toHaveBeenCalledOnce();
  });
});
