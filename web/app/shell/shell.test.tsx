import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { samplePublicSettings } from '../../lib/testing/sample-settings.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openApp } from '../testing/open-app.tsx';
import { overlay } from './overlays.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  overlay.set(null);
});
afterEach(closeWindow);

type Announcement = NonNullable<ReturnType<typeof samplePublicSettings>['announcement']>;
const announced = (change: Partial<Announcement>) => ({
  'GET /api/settings/public': () =>
    envelope(
      samplePublicSettings({ announcement: { text: 'Maintenance tonight', level: 'info', until: null, ...change } }),
    ),
});
const banner = () => screen.queryByRole('region', { name: 'Announcement' });

describe('the announcement', () => {
  it('is at the top of every page', async () => {
    await openApp('/app/home/my', { calls: announced({}) });
    await waitFor(() => expect(banner()?.textContent).toBe('Maintenance tonight'));
  });

  it('is not shown after its time', async () => {
    const { api } = await openApp('/app/home/my', { calls: announced({ until: '2020-01-01T00:00:00.000Z' }) });
    await screen.findByRole('link', { name: 'Campus media' });
    expect(api.sent('GET /api/settings/public')).toHaveLength(1);
    expect(banner()).toBeNull();
  });

  it('disappears when its time comes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const until = new Date(Date.now() + 60_000).toISOString();
    await openApp('/app/home/my', { calls: announced({ until }) });
    await waitFor(() => expect(banner()).toBeTruthy());
    act(() => vi.advanceTimersByTime(61_000));
    expect(banner()).toBeNull();
  });
});

describe('the frame', () => {
  it('says that the machine is offline, until it is not', async () => {
    await openApp('/app/home/my');
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText(/^You’re offline/).closest('[role="status"]')).toBeTruthy();
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/^You’re offline/)).toBeNull();
  });

  it('begins with a link past the menu to the content', async () => {
    await openApp('/app/home/my');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    expect(document.activeElement?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
  });

  it('keeps the menu behind a button where there is no room for it', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query.includes('899px'), media: query }) as MediaQueryList,
    );
    await openApp('/app/home/my');
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    await userEvent.click(await screen.findByRole('link', { name: 'My resources' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
