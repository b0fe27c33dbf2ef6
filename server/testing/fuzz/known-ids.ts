import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { SeededRandom } from '../seeded-random.ts';

type Row = { id: string; version: number | null; others: Set<string> };
const rowsPerTable = 40;

/** Ids of existing rows, by table and by the name of the field that refers to them. */
export class KnownIds {
  readonly #db: Db;
  readonly #hidden: ReadonlySet<string>;
  readonly #rows = new Map<string, Row[]>();
  readonly #referred = new Map<string, string[]>();
  readonly #versions = new Map<string, number>();
  #all: string[] = [];

  constructor(db: Db, hidden: readonly string[]) {
    this.#db = db;
    this.#hidden = new Set(hidden);
  }

  /** Reads the ids again, because calls add and delete rows. */
  async refresh(): Promise<void> {
    const { rows: tables } = await sql<{ name: string; columns: string[] }>`
      select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and (c.data_type = 'uuid' or c.column_name in ('id', 'version'))
      group by c.table_name having bool_or(c.column_name = 'id') order by 1`.execute(this.#db);
    for (const { name, columns } of tables) await this.#read(name, columns);
    const { rows: references } = await sql<{ column: string; table: string }>`
      select distinct a.attname as column, f.relname as table
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_class f on f.oid = k.confrelid where k.contype = 'f' order by 1, 2`.execute(this.#db);
    this.#referred.clear();
    for (const { column, table } of references) {
      this.#referred.set(column, [...(this.#referred.get(column) ?? []), table]);
    }
    this.#all = [...this.#rows.values()].flatMap((rows) => rows.slice(0, 10).map(({ id }) => id));
  }

  async #read(table: string, columns: readonly string[]): Promise<void> {
    const fields = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<Record<string, unknown>>`
      (select ${fields} from ${sql.table(table)} order by id limit ${rowsPerTable / 2})
      union (select ${fields} from ${sql.table(table)} order by id desc limit ${rowsPerTable / 2}) order by id`.execute(
      this.#db,
    );
    const kept = rows
      .filter(({ id }) => !this.#hidden.has(String(id)))
      .map(({ id, version, ...others }) => ({
        id: String(id),
        version: typeof version === 'number' ? version : null,
        others: new Set(Object.values(others).filter((value) => typeof value === 'string')),
      }));
    for (const row of kept) if (row.version !== null) this.#versions.set(row.id, row.version);
    if (kept.length > 0) this.#rows.set(table, kept);
  }

  /** Collects ids and versions from an answer, because some objects have no table of their own. */
  learn(answer: unknown, name = ''): void {
    if (Array.isArray(answer)) for (const item of answer.slice(0, 20)) this.learn(item, name);
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return;
    const { id, version } = answer as Record<string, unknown>;
    if (typeof id === 'string' && isId(id) && !this.#hidden.has(id)) {
      if (typeof version === 'number') this.#versions.set(id, version);
      const table = snake(name);
      const rows = this.#rows.get(table) ?? [];
      if (table && rows.length < rowsPerTable && !rows.some((row) => row.id === id)) {
        this.#rows.set(table, [...rows, { id, version: null, others: new Set() }]);
      }
    }
    for (const [key, value] of Object.entries(answer)) this.learn(value, key);
  }

  versionOf(id: string): number | undefined {
    return this.#versions.get(id);
  }

  /**
   * Picks an id such as one of `courses` for `courseId` or for a path containing `/courses/`; prefers rows that belong
   * to `owner`.
   */
  pick(name: string, random: SeededRandom, owner?: string): string {
    if (random.chance(0.04)) return random.one(unknownIds);
    if (random.chance(0.04)) return random.one(this.#all);
    const rows = this.#tablesFor(name).flatMap((table) => this.#rows.get(table) ?? []);
    const owned = owner ? rows.filter(({ others }) => others.has(owner)) : [];
    if (owned.length > 0 && random.chance(0.9)) return random.one(owned).id;
    return rows.length > 0 ? random.one(rows).id : random.one(this.#all);
  }

  #tablesFor(name: string): string[] {
    const column = snake(name).replace(/_ids$/, '_id');
    const stem = column.replace(/_id$/, '').replace(/^(before|after|to|from|into|keep|merge|parent)_/, '');
    const plurals = [stem, `${stem}s`, stem.replace(/y$/, 'ies')];
    const named = [...this.#rows.keys()].filter((table) =>
      plurals.some((plural) => table === plural || table.endsWith(`_${plural}`)),
    );
    return [...new Set([...(this.#referred.get(column) ?? []), ...named])];
  }
}

const unknownIds = [
  '7d3c0f5e-1b7a-4c53-9d55-2f6f4d1f7b11',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0199A000-0000-7000-8000-00000000ABCD',
];
const isId = (text: string) => /^[0-9a-f-]{36}$|^\d+$/.test(text);
const snake = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
