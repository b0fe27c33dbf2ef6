/** What one reader did; the id is made once, so that sending it again changes nothing. */
export type Sent<Event> = Event & { id: string; at: string };

type Settings<Event> = {
  /** Answers whether the portal took them; `later` when it is worth trying again. */
  send: (events: Sent<Event>[], leaving: boolean) => Promise<'taken' | 'refused' | 'later'>;
  /** Calls back after so many milliseconds. */
  wait?: (act: () => void, milliseconds: number) => void;
};

const most = 50;
const pauseMs = 4_000;
/** A portal that is away for long must not fill the reader's memory. */
const kept = 500;

/** Collects events and sends them a batch at a time: one request for many, and none of them lost when one fails. */
export class EventQueue<Event extends object> {
  readonly #settings: Required<Settings<Event>>;
  #waiting: Sent<Event>[] = [];
  #planned = false;
  #sending = false;

  constructor(settings: Settings<Event>) {
    this.#settings = { wait: (act, ms) => void setTimeout(act, ms), ...settings };
  }

  add(event: Event): void {
    this.#waiting.push({ ...event, id: crypto.randomUUID(), at: new Date().toISOString() });
    this.#waiting = this.#waiting.slice(-kept);
    if (this.#waiting.length >= most) void this.flush();
    else this.#plan();
  }

  /** Sends what is there; `leaving` says that the page is about to go, and nobody will see the answer. */
  async flush(leaving = false): Promise<void> {
    if (this.#waiting.length === 0 || (this.#sending && !leaving)) return;
    const batch = this.#waiting.slice(0, most);
    this.#sending = true;
    const answer = await this.#settings.send(batch, leaving).catch(() => 'later' as const);
    this.#sending = false;
    if (answer !== 'later') {
      const settled = new Set(batch.map(({ id }) => id));
      this.#waiting = this.#waiting.filter(({ id }) => !settled.has(id));
    }
    if (this.#waiting.length > 0) this.#plan();
  }

  #plan(): void {
    if (this.#planned) return;
    this.#planned = true;
    this.#settings.wait(() => {
      this.#planned = false;
      void this.flush();
    }, pauseMs);
  }
}
