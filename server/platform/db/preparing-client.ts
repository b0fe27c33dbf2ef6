import pg from 'pg';

/** So many statements are kept prepared on a connection: more would be shapes that vary without end. */
const keptStatements = 300;
const longestKept = 4_000;
/** A statement that comes back this often has proved that it will come again. */
const provenAfter = 3;
/** A query whose best plan hangs on its values says so, and is planned each time. */
export const plannedEachTime = '/* planned each time */';

const seen = new Map<string, number>();
const names = new Map<string, string>();

/**
 * Plans statements that come again and again once per connection instead of with every call: planning a join costs
 * more than carrying it out.
 */
export class PreparingClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values] = given;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    const call = super.query as unknown as (...given: unknown[]) => never;
    return name ? call.call(this, { name, text, values }, ...given.slice(2)) : call.apply(this, given);
  }
}

function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || names.size >= keptStatements) return name;
  if (text.length > longestKept || text.includes(plannedEachTime)) return undefined;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < provenAfter) {
    // Shapes that came once or twice are forgotten now and then, so that they do not pile up.
    if (seen.size > 2_000) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const kept = `kept_${names.size}`;
  names.set(text, kept);
  return kept;
}
