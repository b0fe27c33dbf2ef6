import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialState } from '../lib/initial-state.ts';
import { navigate } from '../lib/navigation.ts';
import { storeSession } from '../lib/session.ts';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { sampleTokens, sampleUser } from '../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../lib/testing/sample-settings.ts';
import { envelope, json, stubApi } from '../lib/testing/stub-api.ts';
import { stubEventSource } from '../lib/testing/stub-event-source.ts';
import { SignedInApp } from './signed-in-app.tsx';

vi.mock('./shell/shell.tsx', () => ({ Shell: ({ children }: { children: React.ReactNode }) => <>{children}</> }));
vi.mock('./pages.ts', () => {
  const page = (text: string) => Object.assign(() => <p>{text}</p>, { preload: async () => {} });
  return { pages: { 'home.my': page('My page'), 'home.profile': page('Profile page') } };
});

const loader = 'GET /__serverLoader';
const currentUser = 'GET /api/admin/auth';
let api: ReturnType<typeof stubApi>;
let sources: ReturnType<typeof stubEventSource>;

beforeEach(async () => {
  await openFreshWindow('/app/home/my');
  sources = stubEventSource();
  api = stubApi({
    [loader]: () => envelope({ calls: [] }),
    [currentUser]: () => json({ status: 200, message: 'ok', result: sampleUser({ name: 'Renamed' }) }),
    'GET /api/settings/public': () => envelope(samplePublicSettings()),
  });
  initialState.set({ user: sampleUser(), loading: false, error: null });
  storeSession(sampleTokens());
});
afterEach(closeWindow);

describe('the signed-in app', () => {
  it('keeps nothing of the previous user: the next one’s pages load once', async () => {
    const first = render(<SignedInApp />);
    await screen.findByText('My page');
    first.unmount();
    render(<SignedInApp />);
    await screen.findByText('My page');
    act(() => navigate('/app/home/profile'));
    expect(await screen.findByText('Profile page')).toBeTruthy();
    expect(window.location.pathname).toBe('/app/home/profile');
    const asked = api.sent(loader).filter(({ url }) => url.searchParams.get('route') === 'home.profile');
    expect(asked).toHaveLength(1);
  });

  it('loads the user again when permissions change, and the platform when settings do', async () => {
    render(<SignedInApp />);
    await screen.findByText('My page');
    await waitFor(() => expect(sources.all).toHaveLength(1));
    act(() => sources.all[0]?.send('permissions', { topic: 'permissions' }, 'event-1'));
    await waitFor(() => expect(initialState.get().user?.name).toBe('Renamed'));
    const before = api.sent('GET /api/settings/public').length;
    act(() => sources.all[0]?.send('settings', { topic: 'settings' }, 'event-2'));
    await waitFor(() => expect(api.sent('GET /api/settings/public').length).toBeGreaterThan(before));
  });
});
