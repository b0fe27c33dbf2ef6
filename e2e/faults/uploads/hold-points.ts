import { readNothing } from '../../seed/read-nothing.ts';
import { connected, HeldNames } from '../held-names.ts';

/** Points at which a transaction can be held: the event and table, and a condition on the row. */
const points = {
  /** The last byte is on disk, but the row doesn't say so yet. */
  lastByte: ['update on uploads', "new.state = 'receiving' and old.offset_bytes < new.size_bytes"],
  /** The file is in place with its checksum, but nothing is in the database yet. */
  moved: ['insert on files', ''],
  /** Everything is written, and not yet committed. */
  committing: ['update on uploads', "new.state = 'done'"],
  /** The file is inspected and its thumbnail stored, but not recorded yet. */
  inspecting: ['update on resources', "old.state = 'processing' and new.state = 'ready'"],
  replacing: ['insert on resource_versions', ''],
  settling: ['insert on resource_versions', 'new.number > 1'],
  /** Some files of an archive are imported, others aren't. */
  unpacking: ['insert on upload_entries', ''],
  purging: ['update on resources', "new.state = 'purged'"],
  /** Purged permanently: a file is gone from the store, but its removal entry still exists. */
  removing: ['delete on removed_files', ''],
} as const;
export type HoldPoint = keyof typeof points;

/** Column that contains the mark, by table; tables not listed have none, so every row is held. */
const marked: Record<string, string> = {
  uploads: 'new.file_name',
  files: 'new.name',
  resources: 'new.file_name',
  resource_versions: 'new.file_name',
  upload_entries: 'new.name',
};
const names = Object.keys(points) as HoldPoint[];
const lockSpace = 7331;
const patienceMs = 120_000;

/** File name prefix of the files to hold at a point. */
export function markOf(point: HoldPoint): string {
  return `hold-${point}`;
}

/**
 * Holds the product's transactions at a point, using locks in its database, so that a part can be killed exactly
 * there. The product itself is unaware.
 */
export class HoldPoints {
  readonly #databaseUrl: string;
  readonly #held = new HeldNames(names, lockSpace);

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  static async install(databaseUrl: string): Promise<void> {
    const client = await connected(databaseUrl);
    for (const statement of readNothing) await client.query(statement);
    await client.query(`create function fault_hold() returns trigger language plpgsql as $$ begin
      ${new HeldNames(names, lockSpace).lockCall('tg_argv[0]::int')};
      if tg_op = 'DELETE' then return old; end if;
      return new; end $$`);
    for (const [index, [point, [event, condition]]] of Object.entries(points).entries()) {
      const table = event.split(' ').at(-1) ?? '';
      const mark = marked[table] ? `${marked[table]} like '${markOf(point as HoldPoint)}%'` : 'true';
      await client.query(`create trigger fault_${point.toLowerCase()} before ${event} for each row
        when (${mark}${condition && ` and ${condition}`}) execute function fault_hold('${index}')`);
    }
    await client.end();
  }

  hold(): Promise<void> {
    return this.#held.hold(this.#databaseUrl);
  }

  reached(point: HoldPoint): Promise<void> {
    return this.#held.reached(point, patienceMs);
  }

  release(): Promise<void> {
    return this.#held.release();
  }
}
