/** An event of one reader; its id is created once, so sending it again has no effect. */
export type Sent<Event> = Event & { id: string; at: string };

type Settings<Event> = {
  /** Resolves with how the portal responded; `later` means that a retry may help. */
  send: (events: Sent<Event>[], leaving: boolean) => Promise<'taken' | 'refused' | 'later'>;
  wait?: (act: () => void, milliseconds: number) => void;
};

const most = 50;
const pauseMs = 4_000;
/** Limits memory use while the portal is unavailable. */
const kept = 500;

/** Collects events and sends them in batches; a failed batch is kept and sent again. */
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

  /** `leaving`: the page is about to close, so it won't see the response. */
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
