import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOnline } from './online.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Network() {
  return <p>{useOnline() ? 'online' : 'offline'}</p>;
}

describe('the network of this machine', () => {
  it('is followed as it goes and comes back', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    render(<Network />);
    expect(screen.getByText('online')).toBeTruthy();
    onLine.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('offline')).toBeTruthy();
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText('online')).toBeTruthy();
  });
});
