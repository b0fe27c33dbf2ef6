export type Fetched = { value: string; lifetimeMs: number };

/** A value that is fetched when needed and kept while it lives. Callers that need it together share one fetch. */
export class ExpiringValue {
  readonly #fetch: () => Promise<Fetched>;
  #current: { value: Promise<string>; until: number } | undefined;

  constructor(fetch: () => Promise<Fetched>) {
    this.#fetch = fetch;
  }

  async get(): Promise<string> {
    if (this.#current && this.#current.until > Date.now()) return this.#current.value;
    const fetching = this.#fetch();
    const entry = { value: fetching.then((fetched) => fetched.value), until: Number.POSITIVE_INFINITY };
    this.#current = entry;
    try {
      entry.until = Date.now() + (await fetching).lifetimeMs;
    } catch {
      this.#forgetEntry(entry);
    }
    return entry.value;
  }

  /** Forgets this value, unless somebody replaced it already. */
  async forget(value: string): Promise<void> {
    const entry = this.#current;
    if (entry && (await entry.value.catch(() => undefined)) === value) this.#forgetEntry(entry);
  }

  #forgetEntry(entry: { value: Promise<string>; until: number }): void {
    if (this.#current === entry) this.#current = undefined;
  }
}
