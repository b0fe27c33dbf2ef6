import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { listUnknownKeys } from '../upload/public.ts';
import { type Check, type Finding, findingOf, rowCheck } from './row-check.ts';
import { workChecks } from './work-checks.ts';

const rowsAtOnce = 500;
const filesAtOnce = 16;
/** Ignores files younger than this, like the cleanup does: they may belong to work in progress. */
const graceMs = 24 * 3_600_000;

type FileRow = { id: string; store_key: string; size_bytes: number; sha256: Buffer };

function storeChecks({ checksums }: { checksums: boolean }): Check[] {
  return [
    { what: 'stored objects without a file', run: async (place) => findingOf(await orphansOf(place)) },
    {
      what: 'files missing from storage or with a wrong size',
      run: async ({ db, fileStore }) =>
        findingOf(await wrongFiles(db, async (file) => (await fileStore.sizeOf(file.store_key)) !== file.size_bytes)),
    },
    ...(checksums
      ? [
          {
            what: 'files with a wrong checksum',
            run: async ({ db, fileStore }) => findingOf(await wrongFiles(db, (file) => differs(fileStore, file))),
          } satisfies Check,
        ]
      : []),
    { what: 'unused files', run: async ({ db }) => findingOf(await unusedFiles(db)) },
    rowCheck(
      'stored objects of permanently deleted resources',
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

/** Checks all files in batches and returns the store keys of the wrong ones. */
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

/** Rechecks the rows, because a file purged in the meantime is not missing. */
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

/** Old files that no foreign key references. The keys come from the catalogue, so new tables are included. */
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

const kept = sql`select list, tab, department_id, open, sum(delta) as count from list_counts
  group by list, tab, department_id, open having sum(delta) <> 0`;

const counted = sql`
  select 'resource' as list, tabs.tab, department_id, state = 'published' as open, count(*) as count
  from resources cross join lateral unnest(resource_tabs(kind, state, work_failed)) tabs (tab)
  group by tabs.tab, department_id, state = 'published'
  union all
  select 'user', tabs.tab, department_id, false, count(*)
  from users cross join lateral unnest(user_tabs(access, last_sign_in_at, role_id)) tabs (tab)
  group by tabs.tab, department_id
  union all
  select split_part(tabs.tab, ' ', 1), split_part(tabs.tab, ' ', 2), department_id, false, count(*)
  from jobs cross join lateral unnest(work_tabs(kind, state, current, cause_code, check_state)) tabs (tab)
  where version_id is not null group by tabs.tab, department_id
  union all
  select 'sensitiveWord', tabs.tab, null, false, count(*)
  from sensitive_words cross join lateral unnest(sensitive_word_tabs(severity, enabled, deleted_at)) tabs (tab)
  group by tabs.tab
  union all
  select 'review', tabs.tab, department_id, false, count(*)
  from sensitive_reviews cross join lateral unnest(sensitive_review_tabs(state, live)) tabs (tab)
  group by tabs.tab, department_id
  union all
  select 'subtitle', tabs.tab, department_id, false, count(*)
  from subtitle_sets cross join lateral unnest(subtitle_tabs(live, states, problems)) tabs (tab)
  group by tabs.tab, department_id
  union all
  select 'summary', tabs.tab, department_id, false, count(*)
  from resource_summaries
    cross join lateral unnest(summary_tabs(live, state, stale, fallback, work_state, work_cause)) tabs (tab)
  group by tabs.tab, department_id`;

/** Compares incrementally maintained counts with a recount. */
export const countChecks: readonly Check[] = [
  rowCheck(
    'lists with a wrong count',
    sql`select concat_ws(' ', coalesce(kept.list, counted.list), coalesce(kept.tab, counted.tab),
        kept.count, 'instead of', counted.count) as wrong
      from (${kept}) kept full join (${counted}) counted on kept.list = counted.list and kept.tab = counted.tab
        and kept.department_id is not distinct from counted.department_id and kept.open = counted.open
      where kept.count is distinct from counted.count`,
  ),
  rowCheck(
    'libraries with wrong usage',
    sql`select libraries.id as wrong from libraries
      left join (select library_id, sum(resources) as resources, sum(bytes) as bytes from library_usage
        group by library_id) kept on kept.library_id = libraries.id
      left join (select library_id, count(distinct resources.id) as resources,
          coalesce(sum(version.size_bytes), 0) as bytes
        from resources left join resource_versions version on version.resource_id = resources.id
        where state <> 'purged' group by library_id) counted on counted.library_id = libraries.id
      where coalesce(kept.resources, 0) <> coalesce(counted.resources, 0)
        or coalesce(kept.bytes, 0) <> coalesce(counted.bytes, 0)`,
  ),
  rowCheck(
    'checksums with a wrong number of duplicates',
    sql`select encode(coalesce(kept.sha256, counted.sha256), 'hex') as wrong
      from (select sha256, live from resource_checksums where live <> 0) kept
        full join (select sha256, count(*) as live from resources where state not in ('trashed', 'purged')
          group by sha256) counted on counted.sha256 = kept.sha256
      where kept.live is distinct from counted.live`,
  ),
  rowCheck(
    'tags with a wrong count',
    sql`select coalesce(kept.tag_id, counted.tag_id) as wrong
      from (select tag_id, sum(resources) as resources from tag_usage group by tag_id having sum(resources) <> 0) kept
        full join (select tag.id as tag_id, count(*) as resources
          from resources cross join lateral unnest(tag_ids) tag (id)
          where state not in ('trashed', 'purged') group by tag.id) counted on counted.tag_id = kept.tag_id
      where kept.resources is distinct from counted.resources`,
  ),
  rowCheck(
    'tags with wrong counts by kind and state',
    sql`select coalesce(kept.tag_id, counted.tag_id) as wrong
      from (select tag_id, kind, state, work_failed, sum(uses) as uses from tag_facets
          group by tag_id, kind, state, work_failed having sum(uses) <> 0) kept
        full join (select tag.id as tag_id, kind, state, work_failed, count(*) as uses
          from resources cross join lateral (select distinct unnest(tag_ids) as id) tag
          where state <> 'purged' group by tag.id, kind, state, work_failed) counted
          using (tag_id, kind, state, work_failed)
      where kept.uses is distinct from counted.uses`,
  ),
];

export type Verified = Finding & { what: string };

/** Checks all invariants while Lectern may be running. Read-only. */
export async function runChecks(
  db: Db,
  fileStore: FileStore,
  options: { checksums: boolean; more?: readonly Check[] },
): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const { what, run } of storeChecks(options)) verified.push({ what, ...(await run({ db, fileStore })) });
  // A single snapshot, so that concurrent writes don't look like differences.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`set transaction read only`.execute(transaction);
      await sql`set local statement_timeout = '30min'`.execute(transaction);
      for (const { what, run } of [...workChecks, ...textChecks, ...countChecks, ...(options.more ?? [])]) {
        verified.push({ what, ...(await run({ db: transaction, fileStore })) });
      }
    });
  return verified;
}

/** Compares what lists and players know about subtitles and summaries with the texts themselves. */
const textChecks: readonly Check[] = [
  rowCheck(
    'subtitles without text or with wrong list data',
    sql`select subtitles.id as wrong from subtitles
        left join subtitle_versions text on text.id = subtitles.text_id and text.subtitle_id = subtitles.id
        where text.id is null or text.number <> subtitles.number or text.cues <> subtitles.cues
          or text.problems <> subtitles.problems or text.cues <> jsonb_array_length(text.content)
      union all
      select kept.resource_id from subtitle_sets kept cross join lateral (
          select coalesce(array_agg(language order by language), '{}') as languages,
            coalesce(sum(problems), 0)::int as problems, coalesce(bool_or(stale), false) as stale
          from subtitles where resource_id = kept.resource_id and deleted_at is null) counted
        where (kept.languages, kept.problems, kept.stale)
          is distinct from (counted.languages, counted.problems, counted.stale)`,
  ),
  rowCheck(
    'summaries with wrong list data',
    sql`select head.resource_id as wrong from resource_summaries head
        left join summaries on summaries.resource_id = head.resource_id and summaries.current
      where head.summary_id is distinct from summaries.id or head.state <> coalesce(summaries.state, 'none')
        or head.stale <> case when summaries.id is null then false
          else summaries.source_sha256 <> summary_source(head.resource_id) end`,
  ),
];
