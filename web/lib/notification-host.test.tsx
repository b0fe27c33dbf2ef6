import { notificationSettings } from '@lectern/contract/constants.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationHost } from './notification-host.tsx';
import { notify } from './notifications.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';

beforeEach(async () => {
  await openFreshWindow();
  vi.useFakeTimers();
});
afterEach(closeWindow);

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

describe('notifications', () => {
  it('are at the top right, 24 px from the edges and 384 px wide', () => {
    render(<NotificationHost />);
    const { style, dataset } = screen.getByRole('region', { name: 'Notifications' });
    expect([style.top, style.right, style.width]).toEqual(['24px', '24px', '384px']);
    expect(dataset.placement).toBe('topRight');
    expect(notificationSettings).toEqual({ durationMs: 4_500, placement: 'topRight', edgeOffsetPx: 24, widthPx: 384 });
  });

  it('stay for 4.5 seconds', () => {
    render(<NotificationHost />);
    act(() => void notify({ level: 'success', title: 'Saved' }));
    pass(4_499);
    expect(screen.getByText('Saved')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stay while they are pointed at, then for the rest of their time', () => {
    render(<NotificationHost />);
    act(() => void notify({ level: 'info', title: 'Look' }));
    pass(4_000);
    const card = screen.getByText('Look').closest('.notification') as HTMLElement;
    fireEvent.pointerEnter(card);
    pass(60_000);
    expect(screen.getByText('Look')).toBeTruthy();
    fireEvent.pointerLeave(card);
    pass(499);
    expect(screen.getByText('Look')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('Look')).toBeNull();
  });

  it('restart their time when repeated', () => {
    render(<NotificationHost />);
    act(() => void notify({ level: 'error', title: 'No' }));
    pass(4_000);
    act(() => void notify({ level: 'error', title: 'No' }));
    pass(4_000);
    expect(screen.getAllByText('No')).toHaveLength(1);
  });

  it('can be closed, and are read out: errors at once, others when there is time', () => {
    render(<NotificationHost />);
    act(() => {
      notify({ level: 'error', title: 'Bad' });
      notify({ level: 'info', title: 'Good' });
    });
    expect(screen.getByRole('alert').textContent).toBe('Bad');
    expect(screen.getByRole('status').textContent).toBe('Good');
    for (const button of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(button);
    expect(screen.queryByText('Bad')).toBeNull();
    expect(screen.queryByText('Good')).toBeNull();
  });

  it('let the details of an error be copied, request id included', async () => {
    const writeText = vi.fn(async (_text: string) => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    render(<NotificationHost />);
    act(() => void notify({ level: 'error', title: 'Bad', text: 'Because', requestId: 'request-7' }));
    expect(screen.getByText('Request ID request-7')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy details' })));
    expect(writeText.mock.calls[0]?.[0]).toContain('Bad\nBecause\nrequest-7');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
  });
});
