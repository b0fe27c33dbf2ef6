import { PassThrough, type Readable } from 'node:stream';
import type { Db } from '../../platform/db/database.ts';
import { type EventHub, RecentNumbers } from '../../platform/events/event-hub.ts';
import { getEventBounds, listEventsAfter, listLateEvents, type StoredEvent } from '../../platform/events/event-rows.ts';
import { toAppError } from '../../platform/http/failure.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { tooMany } from '../../platform/http/rate-limiter.ts';
import { type FindOpenable, keepOpenable } from './event-audience.ts';

type StreamRequest = {
  userId: string;
  /** Number of the last event the client received. */
  lastEventId: number | undefined;
  /** Returns the current principal; throws when the session has ended. */
  judgeSession(): Promise<Principal>;
};

const streamsPerUser = 20;
const usualBeatMs = 15_000;
const judgeEveryBeats = 4;
const patienceMs = 1_500;
/** If more events were missed, the client reloads everything instead. */
const mostMissed = 1_000;

export class EventService {
  readonly #db: Db;
  readonly #hub: EventHub;
  readonly #streams = new Map<EventStream, string>();
  readonly #findOpenable: FindOpenable;
  readonly #beatEveryMs: number;
  #closed = false;

  constructor(db: Db, hub: EventHub, findOpenable: FindOpenable, beatEveryMs = usualBeatMs) {
    this.#db = db;
    this.#hub = hub;
    this.#findOpenable = findOpenable;
    this.#beatEveryMs = beatEveryMs;
  }

  /** Returns null if too many events were missed to resume. */
  async open(request: StreamRequest): Promise<Readable | null> {
    await this.#hub.ready(patienceMs);
    const own = [...this.#streams.values()].filter((userId) => userId === request.userId);
    if (own.length >= streamsPerUser) throw tooMany('tooManyRequests', new Date(Date.now() + 30_000));
    const stream = new EventStream();
    this.#streams.set(stream, request.userId);
    this.#serve(stream, request);
    try {
      const past = await this.#past(request);
      if (!past) {
        stream.body.destroy();
        return null;
      }
      stream.begin(past.cursor, past.missed);
      if (this.#closed) stream.end();
      return stream.body;
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
  }

  /** Ends all streams; browsers reconnect to any process. */
  closeAll(): void {
    this.#closed = true;
    for (const stream of this.#streams.keys()) stream.end();
  }

  count(): number {
    return this.#streams.size;
  }

  #serve(stream: EventStream, { userId, judgeSession }: StreamRequest): void {
    const judge = async () => {
      try {
        await judgeSession();
      } catch (error) {
        // A database error doesn't mean that the session has ended.
        if (!['databaseDown', 'overloaded'].includes(toAppError(error).code)) stream.end();
      }
    };
    const waiting: StoredEvent[] = [];
    let sending = false;
    // One query at a time keeps events in order; events that arrive meanwhile share the next one.
    const sendWaiting = async () => {
      if (sending) return;
      sending = true;
      try {
        while (waiting.length > 0) {
          const events = await keepOpenable(waiting.splice(0), judgeSession, this.#findOpenable);
          for (const stored of events) stream.send(stored);
        }
      } catch {
        // The client reconnects and receives what it missed.
        stream.end();
      } finally {
        sending = false;
      }
    };
    const unlisten = this.#hub.listen((stored) => {
      if (stored.userId !== null && stored.userId !== userId) return;
      waiting.push(stored);
      void sendWaiting();
      if (stored.event.topic === 'permissions') void judge();
    });
    let beats = 0;
    const timer = setInterval(() => {
      stream.beat();
      beats += 1;
      if (beats % judgeEveryBeats === 0) void judge();
    }, this.#beatEveryMs);
    stream.body.once('close', () => {
      clearInterval(timer);
      unlisten();
      this.#streams.delete(stream);
    });
  }

  async #past({
    userId,
    lastEventId,
    judgeSession,
  }: StreamRequest): Promise<{ cursor: number; missed: StoredEvent[] } | null> {
    const { lowest, highest } = await getEventBounds(this.#db);
    if (lastEventId === undefined) return { cursor: highest, missed: [] };
    // Events are kept for a day, so older numbers can't be resumed. A number above the highest belongs to another
    // database.
    if (lastEventId < lowest - 1 || lastEventId > highest) return null;
    const whose = { userId, limit: mostMissed + 1 };
    const late = await listLateEvents(this.#db, lastEventId, whose);
    const missed = [...late, ...(await listEventsAfter(this.#db, lastEventId, whose))];
    if (missed.length > mostMissed) return null;
    return { cursor: lastEventId, missed: await keepOpenable(missed, judgeSession, this.#findOpenable) };
  }
}

/** A client that doesn't read is disconnected before it fills memory; it catches up after reconnecting. */
const mostUnreadBytes = 256 * 1024;
const rememberedEvents = 1_000;
const reconnectAfterMs = 2_000;

/** One connection's server-sent events. */
class EventStream {
  readonly body = new PassThrough();
  readonly #sent = new RecentNumbers(rememberedEvents);
  #held: StoredEvent[] | undefined = [];

  /** Sends the missed events, then those held back since the stream was opened. */
  begin(cursor: number, missed: readonly StoredEvent[]): void {
    this.#write(`retry: ${reconnectAfterMs}\n\n`);
    // Sends the cursor before the first event, so a client that disconnects early can resume.
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

  /** Keeps proxies from closing an idle connection and detects clients that are gone. */
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
