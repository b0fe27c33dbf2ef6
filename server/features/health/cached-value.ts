/** Keeps an answer for a while; however many ask at once, one of them goes and looks. */
export class CachedValue<T> {
  readonly #lifetimeMs: number;
  readonly #load: () => Promise<T>;
  #kept: { value: T; until: number } | undefined;
  #loading: Promise<T> | undefined;

  constructor(lifetimeMs: number, load: () => Promise<T>) {
    this.#lifetimeMs = lifetimeMs;
    this.#load = load;
  }

  async get(): Promise<T> {
    if (this.#kept && this.#kept.until > performance.now()) return this.#kept.value;
    return this.fresh();
  }

  fresh(): Promise<T> {
    this.#loading ??= this.#load()
      .then((value) => {
        this.#kept = { value, until: performance.now() + this.#lifetimeMs };
        return value;
      })
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }
}
