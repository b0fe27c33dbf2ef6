import { PassThrough } from 'node:stream';
import type { StoredEvent } from '../../platform/events/event-rows.ts';
import { RecentNumbers } from '../../platform/events/recent-numbers.ts';

/** A client that does not read is let go before it fills the memory; it comes back and gets the rest. */
const mostUnreadBytes = 256 * 1024;
const rememberedEvents = 1_000;
const reconnectAfterMs = 2_000;

/** What one open connection is sent, in the words of server-sent events. */
export class EventStream {
  readonly body = new PassThrough();
  readonly #sent = new RecentNumbers(rememberedEvents);
  #held: StoredEvent[] | undefined = [];

  /** Until then what comes in waits, so that the past is told before the present. */
  begin(cursor: number, missed: readonly StoredEvent[]): void {
    this.#write(`retry: ${reconnectAfterMs}\n\n`);
    // Names the place even before the first event, so that a cut right after is resumed from here.
    if (missed.length === 0) this.#write(`id: ${cursor}\n\n`);
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const stored of [...missed, ...held]) this.send(stored);
  }

  send(stored: StoredEvent): void {
    if (this.#held) {
      this.#held.push(stored);
      if (this.#held.length > rememberedEvents) this.body.destroy();
      return;
    }
    if (!this.#sent.add(stored.id)) return;
    this.#write(`id: ${stored.id}\ndata: ${JSON.stringify(stored.event)}\n\n`);
  }

  /** Keeps proxies from closing a silent connection, and finds out that nobody is there any more. */
  beat(): void {
    this.#write(': still here\n\n');
  }

  end(): void {
    this.body.end();
  }

  #write(text: string): void {
    if (this.body.writableEnded || this.body.destroyed) return;
    if (this.body.writableLength + this.body.readableLength > mostUnreadBytes) this.body.destroy();
    else this.body.write(text);
  }
}
