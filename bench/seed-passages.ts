import { sql } from 'kysely';
import type { Db, Executor } from '../server/platform/db/database.ts';
import { chinesePassage, englishPassage, randomNumbers } from './passage-words.ts';
import { seedResources } from './seed-resources.ts';

/** One passage in this many contains a word that occurs nowhere else. */
const rareEvery = 20_000;
export const rareWords = { en: 'zygotene', zh: '鼯鼠' };
const rowsAtOnce = 4_000;

/**
 * Seeds resources and roughly this many passages: titles, descriptions, and texts from a paragraph to a book in
 * length.
 */
export async function seedPassages(
  db: Db,
  { resources, passages, withVersions }: { resources: number; passages: number; withVersions?: boolean },
) {
  await seedResources(db, resources, { withVersions: withVersions ?? false });
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set maintenance_work_mem = '512MB'`.execute(connection);
    const indexes = await dropIndexes(connection);
    await sql`insert into passages (resource_id, source, position, language, text)
      select id, 'title', 1, language, title from resources
      union all select id, 'description', 1, language, description from resources where description <> ''`.execute(
      connection,
    );
    await insertTexts(connection, passages);
    for (const definition of indexes) await sql.raw(definition).execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
}

async function dropIndexes(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = 'passages' and indexname <> 'passages_pkey'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  const statistics = ['passages_terms', 'passages_variants'].map(
    (index) => `alter index ${index} alter column 1 set statistics 0`,
  );
  const key = 'foreign key (resource_id) references resources (id) on delete cascade';
  await sql`alter table passages drop constraint passages_resource_id_fkey`.execute(db);
  return [...rows.map((row) => row.definition), ...statistics, `alter table passages add ${key}`];
}

type Row = { resource: string; source: string; language: string | null; position: number; text: string };

async function insertTexts(db: Executor, wanted: number): Promise<void> {
  const { rows: resources } = await sql<{ id: string; kind: string; language: string | null }>`
    select id, kind, language from resources order by created_at`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from passages`.execute(db);
  const missing = wanted - (counted[0]?.count ?? 0);
  const numbers = randomNumbers(11);
  // Most texts are short, and some are long.
  const shares = resources.map(() => (-Math.log(1 - numbers())) ** 1.5);
  const sum = shares.reduce((total, share) => total + share, 0);
  let rows: Row[] = [];
  let made = 0;
  for (const [at, resource] of resources.entries()) {
    const count = Math.round(((shares[at] ?? 0) / sum) * missing);
    for (let position = 1; position <= count; position += 1) {
      rows.push({ ...rowOf(resource, numbers, made), resource: resource.id, position });
      made += 1;
    }
    if (rows.length < rowsAtOnce) continue;
    await insertRows(db, rows);
    rows = [];
  }
  await insertRows(db, rows);
}

const sources: Record<string, string> = { document: 'document', image: 'ocr', video: 'speech', audio: 'speech' };

function rowOf({ kind, language }: { kind: string; language: string | null }, numbers: () => number, made: number) {
  const isChinese = language === 'zh';
  const text = isChinese ? chinesePassage(numbers) : englishPassage(numbers);
  const rare = made % rareEvery < 3 ? `${isChinese ? '' : ' '}${isChinese ? rareWords.zh : rareWords.en}` : '';
  return { source: sources[kind] ?? 'document', language, text: `${text}${rare}` };
}

async function insertRows(db: Executor, rows: readonly Row[]): Promise<void> {
  const list = (name: keyof Row) => rows.map((row) => row[name]);
  await sql`
    insert into passages (resource_id, source, language, position, text, page, start_ms, end_ms, box)
    select resource, source, language, position, text, case when source <> 'speech' then position / 4 + 1 end,
      case when source = 'speech' then position * 8000 end, case when source = 'speech' then position * 8000 + 7500 end,
      case when source <> 'speech' then array[0.1, 0.1 + position % 4 * 0.2, 0.8, 0.15] end
    from unnest(${list('resource')}::uuid[], ${list('source')}::text[], ${list('language')}::text[],
      ${list('position')}::int[], ${list('text')}::text[]) given (resource, source, language, position, text)`.execute(
    db,
  );
}
