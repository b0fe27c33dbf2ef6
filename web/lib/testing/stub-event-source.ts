import { vi } from 'vitest';

/** Stands in for the browser's EventSource; tests open it, send over it and cut it. */
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

  /** An answer that the browser does not come back from by itself. */
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
