import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followSession, initialState } from './initial-state.ts';
import { useLiveEvents } from './live-events.ts';
import { readSession } from './session.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { renderSignedIn } from './testing/render-signed-in.tsx';
import { failure, stubApi } from './testing/stub-api.ts';
import { stubEventSource } from './testing/stub-event-source.ts';

let sources: ReturnType<typeof stubEventSource>;

beforeEach(async () => {
  await openFreshWindow();
  vi.useFakeTimers();
  stubApi({});
  sources = stubEventSource();
});
afterEach(closeWindow);

const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const heard: string[] = [];
beforeEach(() => heard.splice(0));

function Listener({ name = 'one' }: { name?: string }) {
  useLiveEvents('settings', () => heard.push(name));
  return null;
}

describe('live events', () => {
  it('come over one stream for all components', async () => {
    renderSignedIn(
      <>
        <Listener name="one" />
        <Listener name="two" />
      </>,
    );
    await settle();
    expect(sources.all.map(({ url }) => url)).toEqual(['/api/events']);
    sources.all[0]?.send('settings', { topic: 'settings' }, '1');
    expect(heard).toEqual(['one', 'two']);
  });

  it('are delivered once each by topic, named or not', async () => {
    renderSignedIn(<Listener />);
    await settle();
    const [source] = sources.all;
    source?.send('permissions', { topic: 'permissions' }, '1');
    source?.send('message', { topic: 'settings' }, '2');
    source?.send('settings', { topic: 'settings' }, '2');
    expect(heard).toEqual(['one']);
    source?.send('settings', { topic: 'settings' }, '3');
    expect(heard).toEqual(['one', 'one']);
  });

  it('survive what cannot be read', async () => {
    renderSignedIn(<Listener />);
    await settle();
    sources.all[0]?.dispatchEvent(new MessageEvent('settings', { data: '{', lastEventId: '9' }));
    sources.all[0]?.send('settings', { topic: 'settings' }, '10');
    expect(heard).toEqual(['one']);
  });

  it('reconnect with back-off after a hard failure, and reload the screen', async () => {
    const { client } = renderSignedIn(<Listener />);
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    await settle();
    sources.all[0]?.open();
    expect(invalidate).not.toHaveBeenCalled();
    sources.all[0]?.fail();
    await act(() => vi.advanceTimersByTimeAsync(1_250));
    expect(sources.all).toHaveLength(2);
    sources.all[1]?.fail();
    await act(() => vi.advanceTimersByTimeAsync(1_250));
    expect(sources.all).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(1_250));
    expect(sources.all).toHaveLength(3);
    sources.all[2]?.open();
    expect(invalidate).toHaveBeenCalledOnce();
  });

  it('that are refused because the session ended redirect to the login page', async () => {
    stubApi({ 'GET /api/admin/auth': () => failure(105, 'x', {}, 401) });
    renderSignedIn(<Listener />);
    const stop = followSession();
    await settle();
    sources.all[0]?.fail();
    await act(() => vi.advanceTimersByTimeAsync(1_250));
    stop();
    expect(readSession()).toBeNull();
    expect(initialState.get().user).toBeNull();
    expect(sources.all).toHaveLength(1);
  });

  it('end with the last listener', async () => {
    const { unmount } = renderSignedIn(<Listener />);
    await settle();
    unmount();
    expect(sources.all[0]?.readyState).toBe(sources.CLOSED);
  });
});
