import pg from 'pg';

/** Prepared statements kept per connection (least recently used go first), and their maximum length in characters. */
const keptStatements = 400;
const longestKept = 8_000;
/** A statement seen this often is likely to come again. */
const provenAfter = 3;
/** Put into queries whose best plan depends on their values; they are planned on every call. */
export const plannedEachTime = '/* planned each time */';

/** Usage is counted for this many statements, most recently used. */
const countedShapes = 2_000;

/** How often each statement came, on any connection; least recently used first. */
const seen = new Map<string, number>();
/** Names are never reused, so a deallocated statement can't be mistaken for a new one. */
let named = 0;

/** Prepares recurring statements once per connection, because planning a join often costs more than running it. */
export class PreparingClient extends pg.Client {
  /** Names by statement text, least recently used first. */
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
      // Fails in an aborted transaction; the statement then stays prepared but unused.
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
