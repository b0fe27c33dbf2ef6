/** Looks at something every so often, never twice at once. Whoever stops it waits until the last look is over. */
export class Rounds {
  readonly #look: () => Promise<void>;
  readonly #everyMs: number;
  #state: 'new' | 'running' | 'ended' = 'new';
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(everyMs: number, look: () => Promise<void>) {
    this.#everyMs = everyMs;
    this.#look = look;
  }

  get running(): boolean {
    return this.#state === 'running';
  }

  /** It was stopped; before the first start it is neither this nor running. */
  get ended(): boolean {
    return this.#state === 'ended';
  }

  start(): void {
    this.#state = 'running';
    const look = () => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    };
    look();
    this.#timer = setInterval(look, this.#everyMs);
  }

  async stop(): Promise<void> {
    this.#state = 'ended';
    clearInterval(this.#timer);
    await this.#looking;
  }
}
