import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import type { ScanSource } from '@lectern/contract/features/scan.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Box } from './scanned-text.ts';

/**
 * Alphabetic words in texts that contain the piece; with `alone`, only those without other letters. Returns up to
 * `most` + 1, which shows that there are more.
 */
export async function listTermsWith(
  db: Executor,
  { piece, alone, most }: { piece: string; alone: boolean; most: number },
): Promise<string[]> {
  const pattern = `%${piece.replace(/[\\%_]/g, '\\$&')}%`;
  const byItself = alone ? sql`and replace(term, ${piece}, '') !~ '[[:alpha:]]'` : sql``;
  const { rows } = await sql<{ term: string }>`
    select term from sensitive_terms where term like ${pattern} ${byItself} limit ${most + 1}`.execute(db);
  return rows.map((row) => row.term);
}

/** Terms to find in texts as written and in their variants; one matching term is enough. */
export type IndexQuery = { folded: string[]; variants: string[] };

/** One query per index: no single index fits both conditions. */
const looks = (
  table: 'passages' | 'sensitive_texts',
  columns: RawBuilder<unknown>,
  query: IndexQuery,
  most: number | null = null,
) => {
  const from = sql`select ${columns} from ${sql.table(table)}`;
  const written = sql`${from} where text_terms(folded) @@ ${query.folded.join(' | ')}::tsquery`;
  const read = sql`${from} where variants <> '' and text_terms(variants) @@ ${query.variants.join(' | ')}::tsquery`;
  // The limit inside each branch avoids collecting every match of a common word.
  return sql`((${written} limit ${most}) union (${read} limit ${most}))`;
};

export async function listResourcesWith(db: Executor, query: IndexQuery): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`
    ${looks('passages', sql`resource_id`, query)} union ${looks('sensitive_texts', sql`resource_id`, query)}`.execute(
    db,
  );
  return rows.map((row) => row.resource_id);
}

/** A passage by id, or another text by resource, source and position. */
export type TextKey = { passageId: number } | { resourceId: string; source: string; position: number };

/** Tags, names and notes first, because they are few. Returns up to `most` + 1, which shows that there are more. */
export async function listTextKeys(db: Executor, query: IndexQuery | 'all', most: number): Promise<TextKey[]> {
  const rowsOf = (table: 'passages' | 'sensitive_texts', columns: RawBuilder<unknown>) =>
    query === 'all' ? sql`(select ${columns} from ${sql.table(table)})` : looks(table, columns, query, most + 1);
  const others = await sql<{ resource_id: string; source: string; position: number }>`
    select * from ${rowsOf('sensitive_texts', sql`resource_id, source, position`)} found limit ${most + 1}`.execute(db);
  const left = Math.max(most + 1 - others.rows.length, 0);
  const passages = await sql<{ id: number }>`
    select * from ${rowsOf('passages', sql`id`)} found limit ${left}`.execute(db);
  return [
    ...others.rows.map(({ resource_id: resourceId, source, position }) => ({ resourceId, source, position })),
    ...passages.rows.map(({ id: passageId }) => ({ passageId })),
  ];
}

export type CandidateText = {
  resource: { id: string; title: string; kind: ResourceKind; state: ResourceState };
  source: ScanSource;
  position: number;
  text: string;
  language: string | null;
  page: number | null;
  box: Box | null;
  startMs: number | null;
  endMs: number | null;
};

type TextRecord = Omit<CandidateText, 'resource'> & {
  resource_id: string;
  title: string;
  kind: ResourceKind;
  state: ResourceState;
};

/** Texts with data of their resources; those in Trash are left out. */
export async function listCandidateTexts(db: Executor, keys: readonly TextKey[]): Promise<CandidateText[]> {
  const passages = keys.flatMap((key) => ('passageId' in key ? [key.passageId] : []));
  const others = keys.filter((key) => !('passageId' in key));
  const { rows } = await sql<TextRecord>`
    select given.*, resources.title, resources.kind, resources.state
    from (
      select resource_id, source, position, text, language, page, box, start_ms as "startMs", end_ms as "endMs"
      from passages where id = any (${passages}::bigint[])
      union all
      select known.resource_id, known.source, known.position, known.text, null, note.page, null,
        (note.second * 1000)::int, null
      from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as wanted ("resourceId" uuid, source text, position int)
        join sensitive_texts known on known.resource_id = wanted."resourceId" and known.source = wanted.source
          and known.position = wanted.position
        left join resource_notes note on note.id = known.note_id
    ) given join reviewed_items resources on resources.id = given.resource_id
    where resources.state not in ('trashed', 'purged')`.execute(db);
  return rows.map(({ resource_id: id, title, kind, state, ...text }) => ({
    ...text,
    resource: { id, title, kind, state },
  }));
}
