import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { listUnknownKeys } from '../../platform/storage/file-rows.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { type Check, findingOf } from './check.ts';
import { rowCheck } from './row-check.ts';

const rowsAtOnce = 500;
const filesAtOnce = 16;
/** As long as the tidy-up leaves them alone: they may belong to something that is still under way. */
export const graceMs = 24 * 3_600_000;

type FileRow = { id: string; store_key: string; size_bytes: number; sha256: Buffer };

export function storeChecks({ checksums }: { checksums: boolean }): Check[] {
  return [
    { what: 'objects in the store that nothing names', run: async (place) => findingOf(await orphansOf(place)) },
    {
      what: 'files whose object is missing or of another size',
      run: async ({ db, fileStore }) =>
        findingOf(await wrongFiles(db, async (file) => (await fileStore.sizeOf(file.store_key)) !== file.size_bytes)),
    },
    ...(checksums
      ? [
          {
            what: 'files whose bytes are not those that were stored',
            run: async ({ db, fileStore }) => findingOf(await wrongFiles(db, (file) => differs(fileStore, file))),
          } satisfies Check,
        ]
      : []),
    { what: 'files that nothing uses', run: async ({ db }) => findingOf(await unusedFiles(db)) },
    rowCheck(
      'objects of purged resources that are still there',
      sql`select store_key as wrong from removed_files where removed_at < now() - interval '1 hour'`,
    ),
  ];
}

async function orphansOf({ db, fileStore }: { db: Executor; fileStore: FileStore }): Promise<string[]> {
  const orphans: string[] = [];
  const look = async (keys: string[]) => {
    const unknown = await listUnknownKeys(db, keys);
    if (unknown.length === 0) return;
    const leaving = await db
      .selectFrom('removed_files')
      .select('store_key')
      .where('store_key', 'in', unknown)
      .execute();
    const known = new Set(leaving.map((row) => row.store_key));
    orphans.push(...unknown.filter((key) => !known.has(key)));
  };
  let batch: string[] = [];
  for await (const key of fileStore.listStoredBefore(new Date(Date.now() - graceMs))) {
    batch.push(key);
    if (batch.length < rowsAtOnce) continue;
    await look(batch);
    batch = [];
  }
  await look(batch);
  return orphans;
}

/** Walks all files, some at a time; answers the keys of those that are wrong. */
async function wrongFiles(db: Executor, isWrong: (file: FileRow) => Promise<boolean>): Promise<string[]> {
  const wrong: string[] = [];
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: FileRow[] } = await sql<FileRow>`
      select id, store_key, size_bytes, sha256 from files where ${after}::uuid is null or id > ${after}::uuid
      order by id limit ${rowsAtOnce}`.execute(db);
    for (let start = 0; start < rows.length; start += filesAtOnce) {
      const some = rows.slice(start, start + filesAtOnce);
      const judged = await Promise.all(some.map(async (file) => ((await isWrong(file)) ? [file.store_key] : [])));
      wrong.push(...judged.flat());
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return stillThere(db, wrong);
    after = last.id;
  }
}

/** A file that was purged between the two looks is not missing. */
async function stillThere(db: Executor, storeKeys: readonly string[]): Promise<string[]> {
  if (storeKeys.length === 0) return [];
  const { rows } = await sql<{ store_key: string }>`
    select store_key from files where store_key = any (${storeKeys}::text[])`.execute(db);
  return rows.map((row) => row.store_key);
}

async function differs(fileStore: FileStore, file: FileRow): Promise<boolean> {
  try {
    const { stream } = await fileStore.open(file.store_key);
    const hash = createHash('sha256');
    for await (const chunk of stream) hash.update(chunk as Buffer);
    return !hash.digest().equals(file.sha256);
  } catch {
    return true;
  }
}

/** Whatever refers to files by a foreign key uses them: tables that come later are asked by themselves. */
async function unusedFiles(db: Executor): Promise<string[]> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select constraints.conrelid::regclass::text as "table", attribute.attname as "column"
    from pg_constraint constraints
      join pg_attribute attribute on attribute.attrelid = constraints.conrelid and attribute.attnum = constraints.conkey[1]
    where constraints.contype = 'f' and constraints.confrelid = 'files'::regclass`.execute(db);
  const unused = references.map(
    ({ table, column }) => sql`not exists (select from ${sql.table(table)} where ${sql.id(column)} = files.id)`,
  );
  const { rows } = await sql<{ store_key: string }>`
    select store_key from files
    where created_at < now() - make_interval(secs => ${graceMs / 1000}) and ${sql.join(unused, sql` and `)}`.execute(
    db,
  );
  return rows.map((row) => row.store_key);
}
