import { readNothing } from '../../seed/read-nothing.ts';
import { connected, HeldNames } from '../held-names.ts';

/** Where a part can be made to wait in the middle of its work: a table, and what a row must be like. */
const points = {
  /** The last byte is on disk; the row does not know yet. */
  lastByte: ['update on uploads', "new.state = 'receiving' and old.offset_bytes < new.size_bytes"],
  /** The file is in its place and has its checksum; nothing of it is written to the database. */
  moved: ['insert on files', ''],
  /** Everything is written, and not yet committed. */
  committing: ['update on uploads', "new.state = 'done'"],
  /** The machine has seen it and stored its small picture, and not yet said so. */
  inspecting: ['update on resources', "old.state = 'processing' and new.state = 'ready'"],
  replacing: ['insert on resource_versions', ''],
  settling: ['insert on resource_versions', 'new.number > 1'],
  /** Some files of an archive are taken in, the others are not. */
  unpacking: ['insert on upload_entries', ''],
  purging: ['update on resources', "new.state = 'purged'"],
  /** Purged for good; an object is out of the store, and the note that it has to go is still there. */
  removing: ['delete on removed_files', ''],
} as const;
export type HoldPoint = keyof typeof points;

/** The column that carries the mark by which a row is known. */
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

/** Every file that is to be held at a point is called so. */
export function markOf(point: HoldPoint): string {
  return `hold-${point}`;
}

/**
 * Holds transactions of the product at a certain point by locks in its own database, so that a part can be killed just
 * there. The product knows nothing of it.
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
