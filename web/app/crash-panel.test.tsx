import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { CrashPanel } from './crash-panel.tsx';
import { ErrorBoundary } from './root.tsx';

beforeEach(() => openFreshWindow('/app/resource/info?secret=1'));
afterEach(closeWindow);

function Broken(): never {
  throw new Error('Cannot read the list');
}

describe('a crash', () => {
  it('ends in a panel instead of a white page', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong on this page');
    expect(screen.getByRole('link', { name: 'Go to start page' }).getAttribute('href')).toBe('/');
  });

  it('copies the details for support, without the query of the address', async () => {
    const writeText = vi.fn(async (_text: string) => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    render(<CrashPanel error={new Error('Cannot read the list')} />);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy details' })));
    const copied = writeText.mock.calls[0]?.[0] ?? '';
    expect(copied).toContain('Cannot read the list');
    expect(copied).toContain('page /app/resource/info');
    expect(copied).not.toContain('secret');
  });

  it('can be tried again, or the window reloaded', () => {
    const retry = vi.fn();
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    render(<CrashPanel error="odd" onRetry={retry} />);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(retry).toHaveBeenCalledOnce();
    expect(reload).toHaveBeenCalledOnce();
  });
});
