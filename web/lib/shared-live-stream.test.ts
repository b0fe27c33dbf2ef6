import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeSession } from './session.ts';
import { joinLiveStream, type StreamMessage } from './shared-live-stream.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { sampleTokens } from './testing/sample-session.ts';
import { stubApi } from './testing/stub-api.ts';
import { stubEventSource } from './testing/stub-event-source.ts';

/** One lock held by one window at a time and granted in the order of requests, as in browsers. */
function stubLocks(): void {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const turn = last.then(() => (signal.aborted ? Promise.reject(signal.reason) : work()));
    last = turn.catch(() => undefined);
    return turn;
  };
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
}

/** Delivers each message to all other windows. */
class StubChannel {
  static all = new Set<StubChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    StubChannel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of StubChannel.all) if (other !== this) other.onmessage?.({ data });
  }
  close(): void {
    StubChannel.all.delete(this);
  }
}

let sources: ReturnType<typeof stubEventSource>;

beforeEach(async () => {
  await openFreshWindow();
  stubApi({});
  sources = stubEventSource();
  StubChannel.all.clear();
  vi.stubGlobal('BroadcastChannel', StubChannel);
  storeSession(sampleTokens());
});
afterEach(closeWindow);

const settle = () => new Promise((resolve) => setTimeout(resolve));

function openWindow() {
  const heard: string[] = [];
  const onMessage = ({ id }: StreamMessage) => heard.push(id);
  const resumed = vi.fn();
  return { heard, resumed, close: joinLiveStream({ onMessage, onResumed: resumed }) };
}

describe('the live stream of several windows', () => {
  it('is one connection for all windows', async () => {
    stubLocks();
    const [first, second] = [openWindow(), openWindow()];
    await settle();
    expect(sources.all).toHaveLength(1);
    sources.all[0]?.send('settings', { topic: 'settings' }, '7');
    expect([first.heard, second.heard]).toEqual([['7'], ['7']]);
    first.close();
    second.close();
  });

  it('is taken over by the next window when the one that listens closes', async () => {
    stubLocks();
    const [first, second] = [openWindow(), openWindow()];
    await settle();
    first.close();
    await settle();
    expect(sources.all.map(({ readyState }) => readyState)).toEqual([sources.CLOSED, sources.CONNECTING]);
    sources.all[1]?.send('settings', { topic: 'settings' }, '8');
    expect(second.heard).toEqual(['8']);
    second.close();
  });

  it('is never opened by a window that closed while it waited for its turn', async () => {
    stubLocks();
    const [first, second] = [openWindow(), openWindow()];
    await settle();
    second.close();
    first.close();
    await settle();
    expect(sources.all).toHaveLength(1);
  });

  it('is one connection each where windows cannot agree', async () => {
    vi.stubGlobal('navigator', { ...navigator, locks: undefined });
    const windows = [openWindow(), openWindow()];
    await settle();
    expect(sources.all).toHaveLength(2);
    for (const { close } of windows) close();
  });
});
