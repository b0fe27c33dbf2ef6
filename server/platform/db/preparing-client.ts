import pg from 'pg';

/** So many statements are kept prepared on a connection: those that were used last. */
const keptStatements = 400;
const longestKept = 6_000;
/** A statement that comes back this often has proved that it will come again. */
const provenAfter = 3;
/** A query whose best plan hangs on its values says so, and is planned each time. */
export const plannedEachTime = '/* planned each time */';

/** Shapes are counted for this many statements: those seen last. */
const countedShapes = 2_000;

/** How often each came, on any connection; the one seen last at the end. */
const seen = new Map<string, number>();
/** Names are never used again: what a connection has forgotten must not be taken for something else. */
let named = 0;

/**
 * Plans statements that come again and again once per connection instead of with every call: planning a join costs
 * more than carrying it out.
 */
export class PreparingClient extends pg.Client {
  /** Names by text, the one that was used last at the end. */
  readonly #kept = new Map<string, string>();

  override query(...given: unknown[]): never {
    const [text, values] = given;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.#name(text) : undefined;
    const call = super.query as unknown as (...given: unknown[]) => never;
    return name ? call.call(this, { name, text, values }, ...given.slice(2)) : call.apply(this, given);
  }

  #name(text: string): string | undefined {
    const name = this.#kept.get(text) ?? (isProven(text) ? this.#newName() : undefined);
    if (name === undefined) return undefined;
    this.#kept.delete(text);
    this.#kept.set(text, name);
    return name;
  }

  #newName(): string {
    const [oldest] = this.#kept;
    if (oldest && this.#kept.size >= keptStatements) {
      this.#kept.delete(oldest[0]);
      // In a transaction that has failed it stays; nobody asks for it again.
      super.query(`deallocate ${oldest[1]}`).catch(() => undefined);
    }
    named += 1;
    return `kept_${named}`;
  }
}

function isProven(text: string): boolean {
  if (text.length > longestKept || text.includes(plannedEachTime)) return false;
  const times = (seen.get(text) ?? 0) + 1;
  seen.delete(text);
  seen.set(text, times);
  const [longestUnused] = seen.keys();
  if (seen.size > countedShapes && longestUnused !== undefined) seen.delete(longestUnused);
  return times >= provenAfter;
}
