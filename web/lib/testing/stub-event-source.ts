import { vi } from 'vitest';

/** Replaces the browser's EventSource; tests open it, send events and disconnect it. */
export class StubEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: StubEventSource[] = [];

  readonly url: string;
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    super();
    this.url = url;
    StubEventSource.all.push(this);
  }

  open(): void {
    this.readyState = StubEventSource.OPEN;
    this.onopen?.();
  }

  send(topic: string, data: unknown, lastEventId: string): void {
    this.dispatchEvent(new MessageEvent(topic, { data: JSON.stringify(data), lastEventId }));
  }

  /** A response after which the browser doesn't reconnect automatically. */
  fail(): void {
    this.readyState = StubEventSource.CLOSED;
    this.onerror?.();
  }

  close(): void {
    this.readyState = StubEventSource.CLOSED;
  }
}

export function stubEventSource(): typeof StubEventSource {
  StubEventSource.all = [];
  vi.stubGlobal('EventSource', StubEventSource);
  return StubEventSource;
}
